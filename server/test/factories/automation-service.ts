import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { type FreshDatabase, freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { quantitySchema } from '#kernel/quantity'
import { after } from '#kernel/time'
import { type Automations, automationEvents, createAutomations } from '#modules/automations'
import { createIncidents, type Incidents } from '#modules/incidents'
import { type Cache, createMemoryCache } from '#platform/cache'
import { createCompute } from '#platform/compute'
import { sql } from '#platform/db'
import { createOutbound } from '#platform/net'
import { createDispatcher, type Dispatcher, defineEvent, emit } from '#platform/outbox'
import { createSeal } from '#platform/seal'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { closeAtEnd } from './close-at-end.ts'

/** As the orders module publishes it, in small. */
export const OrderCreated = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({
    orderId: Type.String(),
    poNumber: Type.Optional(Type.String()),
    total: Type.Object({ amount: Type.String(), currency: Type.String() }),
    lines: Type.Array(Type.Object({ sku: Type.String(), quantity: quantitySchema() })),
  }),
})

export const anOrderEvent = (amount = '12.50') => ({
  orderId: 'ord_1',
  total: { amount, currency: 'EUR' },
  lines: [{ sku: 'A-1', quantity: 3 }],
})

export type AutomationService = {
  readonly database: FreshDatabase
  readonly automations: Automations
  readonly incidents: Incidents
  readonly dispatcher: Dispatcher
  now(): Date
  /** The service's own time moves only by this. */
  advance(milliseconds: number): void
  /** Writes events to the log. Unless `recorded` is false, whoever subscribed has them afterwards. */
  publish(companyId: string, amounts?: readonly string[], recorded?: boolean): Promise<string[]>
  /** Runs all that is due now. */
  run(): Promise<number>
  close(): Promise<void>
}

async function nobody(): Promise<never> {
  throw new Error('this service has no engine, no orders and no carts')
}

type CreateEngine = (deps: Automations['deps']) => {
  turn(): Promise<number>
  settled(): Promise<void>
}

type Around = {
  /** What it hears other processes by. */
  readonly cache?: Cache
  /** Of another one: this is a second process beside it. */
  readonly besides?: AutomationService
}

/** A service of automations that the end of the test file closes. */
export async function useAutomationService(
  ...of: Parameters<typeof anAutomationService>
): Promise<AutomationService> {
  return closeAtEnd(await anAutomationService(...of))
}

/** The automations of a service on a database of their own, with the real log, child processes and outbound client. */
export async function anAutomationService(
  createEngine: CreateEngine = () => ({ turn: nobody, settled: nobody }),
  { cache: given, besides }: Around = {},
): Promise<AutomationService> {
  const database = besides?.database ?? (await freshDatabase())
  let time = new Date()
  const now = () => time
  const log = createLog({ level: 'error' })
  const cache = given ?? createMemoryCache(now)
  const wake = createWake(cache)
  const compute = createCompute({ log, metrics: createMetrics() })
  const incidents = createIncidents({ database, now })
  const automations = createAutomations({
    database,
    compute,
    incidents,
    adminsOf: async (_conn, companyId) => [
      {
        userId: 'usr_1',
        email: `admin@${companyId.replace('_', '-')}.example`,
        locale: companyId === 'co_german' ? 'de' : 'en',
      },
    ],
    namesOf: async (_conn, ids) =>
      new Map(ids.filter((id) => id !== 'co_nobody').map((id) => [id, `Name of ${id}`])),
    memberOf: async (_conn, companyId) => anAdmin(companyId),
    // What is done to orders, carts and tickets is tested with the whole product, in journeys.
    fulfilment: {
      acceptProposalWithin: nobody,
      agreeWithin: nobody,
      holdOrderWithin: nobody,
      tryToContinueRequest: nobody,
    },
    carts: { preparePut: nobody },
    models: { complete: nobody, hasModel: () => false },
    tickets: { readyToOpen: nobody, replyWithin: nobody },
    forSale: async () => new Set(),
    wake,
    now,
    log,
    outbound: createOutbound({ allowPrivate: true, userAgent: 'Purveyor' }),
    seal: besides?.automations.deps.seal ?? createSeal([{ kid: 'test', key: randomBytes(32) }]),
    kinds: [OrderCreated, ...automationEvents],
    random: () => 0.5,
  })
  const { subscriptions } = automations
  const dispatcher = createDispatcher({ database, subscriptions, wake, now, log })
  return {
    database,
    automations,
    incidents,
    dispatcher,
    now,
    advance: (milliseconds) => {
      time = after(time, milliseconds)
    },
    publish: async (companyId, amounts = ['12.50'], recorded = true) => {
      const ids = await database.transaction(async (tx) => {
        const emitted: string[] = []
        for (const amount of amounts) {
          const data = anOrderEvent(amount)
          const facts = { companyId, entityId: 'ord_1', entityVersion: 1, occurredAt: time, data }
          emitted.push(await emit(tx, OrderCreated, facts))
        }
        return emitted
      })
      if (recorded) await dispatcher.drain()
      return ids
    },
    run: async () => {
      const engine = createEngine(automations.deps)
      let count = 0
      for (;;) {
        const claimed = await engine.turn()
        await engine.settled()
        count += claimed
        if (claimed === 0) return count
        // Its actions emitted events, which may trigger other rules.
        await dispatcher.drain()
      }
    },
    close: async () => {
      await compute.close()
      wake.close()
      await cache.close()
      if (!besides) await database.close()
    },
  }
}

/** Calls `url` at every order of the company by default. */
export async function aRule(
  { automations }: AutomationService,
  companyId: string,
  url: string,
  wishes: Partial<Parameters<Automations['create']>[1]> = {},
) {
  const actor = anAdmin(companyId)
  const { automation, secret } = await automations.create(actor, {
    name: 'Orders',
    eventType: 'order.created',
    condition: '',
    actions: [{ type: 'call_url', url }],
    runsPerMinute: 60,
    state: 'ACTIVE',
    ...wishes,
  })
  return { actor, id: automation.id, secret, companyId: actor.companyId }
}

export type ARule = Awaited<ReturnType<typeof aRule>>

export const anOperator = (): Actor => ({
  ...anAdmin('co_platform'),
  id: 'usr_operator',
  roles: new Set(['operator']),
})

export function anAdmin(companyId: string): Actor {
  return {
    kind: 'person',
    id: 'usr_1',
    companyId: companyId as Actor['companyId'],
    roles: new Set(['company_admin']),
    scopes: new Set(),
  }
}

/** One text over every row that automations and events leave: two equal ones mean that nothing was written. */
export async function hashOfRows({ database }: AutomationService): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    /* across companies: a test looks at everything */
    select md5(string_agg(row, '|' order by row)) as hash from (
      select a::text as row from automations.automations a union all
      select v::text from automations.versions v union all
      select r::text from automations.runs r union all
      select s::text from automations.steps s union all
      select e::text from platform.events e union all
      select j::text from platform.jobs j
    ) as everything
  `.execute(database.pool)
  return rows[0]?.hash ?? ''
}
