import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type FreshDatabase, freshDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { createIncidents, type Incidents } from '#modules/incidents'
import {
  createWebhooks,
  type Webhooks,
  type WebhooksDeps,
  type WebhooksSettings,
  webhooksSettings,
} from '#modules/webhooks'
import { createMemoryCache } from '#platform/cache'
import { createOutbound } from '#platform/net'
import { createDispatcher, type Dispatcher, defineEvent, emit } from '#platform/outbox'
import { createSeal } from '#platform/seal'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { closeAtEnd } from './close-at-end.ts'

const Data = Type.Object({ reference: Type.String() })

const kindOf = (type: string, isPublic = true) =>
  defineEvent({ type, version: 1, entity: 'order', public: isPublic, data: Data })

export const OrderCreated = kindOf('order.created')
export const OrderShipped = kindOf('order.shipped')
export const TicketCreated = kindOf('support.ticket.created')
/** Never leaves the house. */
export const OrderIndexed = kindOf('orders.order_indexed', false)

export type WebhookService = {
  readonly database: FreshDatabase
  readonly webhooks: Webhooks
  readonly incidents: Incidents
  readonly dispatcher: Dispatcher
  /** What the worker needs: tests that take its turns by hand hand these on. */
  readonly deps: WebhooksDeps
  /** Everything that was logged, as text. */
  logged(): string
  /** Everything that was counted, as /metrics shows it. */
  measured(): Promise<string>
  /** The service's own time moves only by this. */
  advance(milliseconds: number): void
  /** Writes events to the log and records them for whoever subscribed. Returns their ids. */
  publish(companyId: string, kind?: typeof OrderCreated, count?: number): Promise<string[]>
  /** Sends what a company has due, and what found no place to an endpoint and is to come again within seconds. */
  deliver(delivering: Turns, companyId: string): Promise<void>
  close(): Promise<void>
}

type Turns = { turn(): Promise<number>; settled(): Promise<void> }

/** A service of webhooks that the end of the test file closes. */
export async function useWebhookService(
  settings: Partial<WebhooksSettings> = {},
): Promise<WebhookService> {
  return closeAtEnd(await aWebhookService(settings))
}

/** The webhooks of a service on a database of their own, with the real log, dispatcher and outbound client. */
export async function aWebhookService(
  settings: Partial<WebhooksSettings> = {},
): Promise<WebhookService> {
  const database = await freshDatabase()
  let time = new Date()
  const now = () => time
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
  const cache = createMemoryCache(now)
  const wake = createWake(cache)
  const incidents = createIncidents({ database, now })
  const metrics = createMetrics()
  const deps: WebhooksDeps = {
    database,
    incidents,
    adminsOf: async (_conn, companyId) => [
      { userId: 'usr_1', email: `admin@${companyId}.example`, locale: 'en' },
    ],
    namesOf: async (_conn, companyIds) => new Map(companyIds.map((id) => [id, `Company ${id}`])),
    metrics,
    baseUrl: 'https://purveyor.example',
    wake,
    now,
    log,
    outbound: createOutbound({ allowPrivate: true, userAgent: 'Purveyor' }),
    seal: createSeal([{ kid: 'test', key: randomBytes(32) }]),
    kinds: [OrderCreated, OrderShipped, TicketCreated, OrderIndexed],
    settings: { ...Value.Create(webhooksSettings.schema), ...settings },
    random: () => 0.5,
  }
  const webhooks = createWebhooks(deps)
  const { subscriptions } = webhooks
  const dispatcher = createDispatcher({ database, subscriptions, wake, now, log, metrics })
  return {
    database,
    webhooks,
    incidents,
    dispatcher,
    deps,
    logged: () => lines.join(''),
    measured: () => metrics.text(),
    advance: (milliseconds) => {
      time = after(time, milliseconds)
    },
    publish: async (companyId, kind = OrderCreated, count = 1) => {
      const ids = await database.transaction(async (tx) => {
        const emitted: string[] = []
        for (let n = 1; n <= count; n += 1) {
          const entityId = `ord_${n}`
          const data = { reference: `PO ${n} – größer` }
          const facts = { companyId, entityId, entityVersion: 1, data, occurredAt: time }
          emitted.push(await emit(tx, kind, facts))
        }
        return emitted
      })
      await dispatcher.drain()
      return ids
    },
    deliver: async (delivering, companyId) => {
      for (;;) {
        while ((await delivering.turn()) > 0) await delivering.settled()
        const soon = after(time, secondsMs(3))
        const { rows } = await sql<{ next: Date | null }>`
          select min(available_at) as next from webhooks.deliveries
          where company_id = ${companyId} and state in ('PENDING', 'RETRYING') and available_at <= ${soon}
        `.execute(database.pool)
        const next = rows[0]?.next
        if (!next) return
        if (next > time) time = next
      }
    },
    close: async () => {
      wake.close()
      await cache.close()
      await database.close()
    },
  }
}

/** One order.created with a reference of any length. Returns its id. */
export async function publishData(
  { database, dispatcher, deps }: WebhookService,
  companyId: string,
  reference: string,
): Promise<string[]> {
  const facts = { companyId, entityId: 'ord_1', entityVersion: 1, occurredAt: deps.now() }
  const id = await database.transaction((tx) =>
    emit(tx, OrderCreated, { ...facts, data: { reference } }),
  )
  await dispatcher.drain()
  return [id]
}
