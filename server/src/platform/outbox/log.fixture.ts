import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { sql, type Tx } from '#platform/db'
import { createWake, type Wake } from '#platform/wake'
import {
  createDispatcher,
  type Dispatcher,
  defineEvent,
  emit,
  type LoggedEvent,
  readEvents,
  type SetAsideWatch,
  type Subscription,
} from './index.ts'

export const OrderPlaced = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({ total: Type.String() }, { additionalProperties: false }),
})
export const OrderCounted = defineEvent({
  type: 'orders.order_counted',
  version: 2,
  entity: 'order',
  public: false,
  data: Type.Object({ count: Type.Integer() }),
})

const tables = [
  'platform.events',
  'platform.subscriptions',
  'platform.set_aside_events',
  'public.noted',
]

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** An empty log for each test of a file, a clock that tests move by hand, and a table to note events in. */
export type TestLog = {
  readonly database: FreshDatabase
  readonly wake: Wake
  now: Date
  dispatching(subscriptions: readonly Subscription[], watch?: SetAsideWatch): Dispatcher
  about(companyId: string, entityId: string): About
  place(tx: Tx, companyId: string, orderId: string, total?: string): Promise<string>
  allEvents(): Promise<LoggedEvent[]>
  /** The ids of the events that `note` has noted, in the order of the log. */
  noted(subscription: string): Promise<string[]>
  later(seconds: number): void
}

type About = { companyId: string; entityId: string; entityVersion: number; occurredAt: Date }

export function useLog(): TestLog {
  const running: Dispatcher[] = []
  const opened: { database?: FreshDatabase; wake?: Wake } = {}
  const log: TestLog = {
    get database() {
      return assertOpen(opened.database)
    },
    get wake() {
      return assertOpen(opened.wake)
    },
    now: new Date(0),
    dispatching: (subscriptions, watch) => {
      const { database, wake } = log
      const parts = { database, wake, now: () => log.now, log: silent }
      const dispatcher = createDispatcher({ ...parts, subscriptions, ...(watch && { watch }) })
      running.push(dispatcher)
      return dispatcher
    },
    about: (companyId, entityId) => ({
      companyId,
      entityId,
      entityVersion: 3,
      occurredAt: log.now,
    }),
    place: (tx, companyId, orderId, total = '1.00') =>
      emit(tx, OrderPlaced, { ...log.about(companyId, orderId), data: { total } }),
    allEvents: () => readEvents(log.database.pool, { after: 0, limit: 5_000 }),
    noted: async (subscription) => {
      const { rows } = await sql<{ event_id: string }>`
        select event_id from public.noted where subscription = ${subscription} order by position
      `.execute(log.database.pool)
      return rows.map((row) => row.event_id)
    },
    later: (seconds) => {
      log.now = new Date(log.now.getTime() + seconds * 1_000)
    },
  }

  beforeAll(async () => {
    opened.database = await freshDatabase()
    opened.wake = createWake(createMemoryCache(() => log.now))
    await sql`create table public.noted (subscription text, event_id text, position bigint)`.execute(
      log.database.pool,
    )
  })
  afterAll(async () => {
    log.wake.close()
    await log.database.close()
  })
  beforeEach(async () => {
    log.now = new Date('2026-01-02T03:04:05Z')
    for (const table of tables) {
      await sql`/* across companies: a clean table */ delete from ${sql.table(table)}`.execute(
        log.database.pool,
      )
    }
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()))
  })
  return log
}

function assertOpen<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the log is there only inside a test')
  return value
}

export async function note(tx: Tx, name: string, event: LoggedEvent): Promise<void> {
  await sql`insert into public.noted values (${name}, ${event.id}, ${event.position})`.execute(tx)
}

export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}
