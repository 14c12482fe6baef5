import { oneUnit, type Quantity } from '#kernel/quantity'
import type { Carts } from '#modules/cart'
import { findActingMember, type Identity, listNames } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Llm } from '#modules/llm'
import type { Fulfilment } from '#modules/orders'
import type { Tickets } from '#modules/support'
import type { Conn } from '#platform/db'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { EventKind } from '#platform/outbox'
import { noticeList } from './actions/notice-list.ts'
import { noticeRoutes } from './actions/notice-routes.ts'
import { deadLetterList } from './dead-letters/dead-letter-list.ts'
import { automationList } from './editing/automation-list.ts'
import { automationsSealed } from './editing/secrets.ts'
import { automationEvents } from './events.ts'
import { automationsData } from './personal-data-store.ts'
import { automationRoutes } from './routes.ts'
import { runQueue } from './running/run.ts'
import { recentRunList, runList } from './running/run-list.ts'
import { type Automations, createAutomations } from './service.ts'
import { automationsProbe } from './watch/automations-probe.ts'
import { automationOperatorRoutes } from './watch/operator-routes.ts'
import { watchedAutomationList } from './watch/watched-automation-list.ts'

type Needs = Runtime & {
  readonly incidents: Incidents
  readonly identity: Identity
  readonly quoter: {
    quote(
      conn: Conn,
      buyer: { readonly companyId: string; readonly unitId: undefined },
      items: readonly { readonly productId: string; readonly quantity: Quantity }[],
    ): Promise<ReadonlyMap<string, unknown>>
  }
  readonly carts: Carts
  readonly fulfilment: Fulfilment
  readonly llm: Llm
  readonly tickets: Tickets
  /** The event kinds of every module. */
  readonly eventKinds: readonly EventKind[]
}

export const automationsModule = defineModule({
  name: 'automations',
  named: { aut: 'automations.automations' },
  records: { aut: 'automations.automations', run: 'automations.runs' },
  tags: { Automations: 'Rules that act on events, their runs and their notifications.' },
  events: automationEvents,
  personalData: [automationsData],
  sealedColumns: automationsSealed,
  make: (needs: Needs) => {
    const { database, now } = needs
    const automations = automationsFrom(needs)
    return {
      services: { automations },
      routes: [
        automationRoutes(automations),
        noticeRoutes(automations),
        automationOperatorRoutes(automations),
        listRoutes(
          database,
          automationList(automations),
          runList(automations),
          recentRunList(automations),
          noticeList(automations),
          deadLetterList(automations),
          watchedAutomationList(automations),
        ),
      ],
      startWorkers: () => [automations.startWorker()],
      poisonQueues: [
        {
          queue: runQueue,
          retry: (operator, id) =>
            automations.review(operator, id, { outcome: 'replayed', note: undefined }),
          discard: (operator, id, note) =>
            automations.review(operator, id, { outcome: 'handled_manually', note }),
        },
      ],
      probes: (dispatcher) => [automationsProbe(automations, dispatcher, now)],
      subscriptions: automations.subscriptions,
    }
  },
})

function automationsFrom(needs: Needs): Automations {
  const { database, compute, outbound, wake, seal, now, log } = needs
  const { fulfilment, carts, tickets, quoter, llm, identity, incidents, eventKinds: kinds } = needs
  return createAutomations({
    database,
    compute,
    fulfilment,
    carts,
    models: llm,
    tickets,
    memberOf: findActingMember,
    forSale: async (companyId, ids) => {
      const items = ids.map((productId) => ({ productId, quantity: oneUnit }))
      return new Set(
        (await quoter.quote(database.pool, { companyId, unitId: undefined }, items)).keys(),
      )
    },
    outbound,
    wake,
    seal,
    incidents,
    adminsOf: (conn, companyId) => identity.admins(conn, companyId),
    namesOf: listNames,
    now,
    log,
    kinds,
  })
}
