import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Conn } from '#platform/db'
import type { CompanyEvents, EventKind, Subscription } from '#platform/outbox'
import { countHeld, findMessageBody } from './deliveries/delivery-store.ts'
import type { ShownDelivery } from './deliveries/hold-reason.ts'
import {
  type DeliverySearch,
  type DeliveryWithAttempts,
  getShownDelivery,
  listShownDeliveries,
} from './deliveries/read-deliveries.ts'
import { webhooksSubscriber } from './deliveries/subscriber.ts'
import { startWorker, type Worker, type WorkerDeps } from './deliveries/worker.ts'
import { type ChangeEndpointInput, changeEndpoint } from './endpoints/change-endpoint.ts'
import type { CreateEndpointInput, EndpointWithSecret } from './endpoints/create-endpoint.ts'
import { createEndpoint } from './endpoints/create-endpoint.ts'
import { deleteEndpoint } from './endpoints/delete-endpoint.ts'
import { type Enabled, type Enabling, enableEndpoint } from './endpoints/enable-endpoint.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { findEndpoint } from './endpoints/endpoint-store.ts'
import { rotateSecret } from './endpoints/rotate-secret.ts'
import { sendTest } from './endpoints/send-test.ts'
import { webhookEvents } from './events.ts'
import { fail } from './failures.ts'
import { type EventSearch, listEvents } from './list-events.ts'
import { type Linked, openEventLink } from './receivers/event-link.ts'
import { cancelReplay } from './replays/cancel-replay.ts'
import type { Replay, ReplayProgress } from './replays/replay.ts'
import { replayDelivery } from './replays/replay-delivery.ts'
import { findReplay, listReplays, readProgress } from './replays/replay-record-store.ts'
import {
  type ReplayWindowInput,
  replayWindow,
  type WindowReplayed,
} from './replays/replay-window.ts'
import type { NamedEndpoint } from './watch/watch-schemas.ts'
import { type WatchSearch, watchEndpoints } from './watch/watch-store.ts'
import { measureWebhooks, type WebhookMetrics } from './watch/webhook-metrics-store.ts'

type AuditTarget = { readonly type: 'webhook' | 'webhook_delivery' | 'event'; readonly id: string }

type EnableOptions = Partial<Pick<Enabling, 'evenIfTestFails'>>

type PageRequest = { readonly before?: string; readonly limit: number }

export type Webhooks = {
  create(actor: Actor, input: CreateEndpointInput): Promise<EndpointWithSecret>
  /** `held`: the number of deliveries that enabling or resuming the endpoint would release. */
  get(actor: Actor, endpointId: string): Promise<{ endpoint: Endpoint; held: number }>
  change(actor: Actor, endpointId: string, change: ChangeEndpointInput): Promise<Endpoint>
  delete(actor: Actor, endpointId: string): Promise<void>
  rotateSecret(actor: Actor, endpointId: string): Promise<EndpointWithSecret>
  sendTest(actor: Actor, endpointId: string): Promise<string>
  enable(actor: Actor, endpointId: string, options?: EnableOptions): Promise<Enabled>
  /** For operators: a webhook that its company paused stays paused. */
  enableUnlessPaused(actor: Actor, endpointId: string, options?: EnableOptions): Promise<Enabled>
  listDeliveries(
    actor: Actor,
    endpointId: string,
    search: DeliverySearch,
    page: PageRequest,
  ): Promise<ShownDelivery[]>
  getDelivery(actor: Actor, deliveryId: string, endpointId?: string): Promise<DeliveryWithAttempts>
  /** Like `getEvent`, for whoever has the link that a delivery contained. */
  getLinkedEvent(token: string): Promise<Record<string, unknown>>
  /** The public events of the company by their numbers, whether or not they were sent. */
  listEvents(actor: Actor, search: EventSearch): Promise<CompanyEvents>
  /** The full message of an event, whether or not it was sent. */
  getEvent(actor: Actor, eventId: string): Promise<Record<string, unknown>>
  /** Takes a delivery id, or an event id and, if several subscriptions got the event, the subscription. */
  replayDelivery(actor: Actor, deliveryId: string, endpointId?: string): Promise<ShownDelivery>
  replayWindow(actor: Actor, endpointId: string, input: ReplayWindowInput): Promise<WindowReplayed>
  listReplays(actor: Actor, endpointId: string, page: PageRequest): Promise<Replay[]>
  getReplay(actor: Actor, replayId: string): Promise<{ replay: Replay; progress: ReplayProgress }>
  cancelReplay(actor: Actor, replayId: string): Promise<Replay>
  /** The event kinds that a webhook may subscribe to, including those of webhooks themselves. */
  readonly kinds: readonly EventKind[]
  readonly subscriptions: readonly Subscription[]
  startWorker(): Worker
  metrics(): Promise<WebhookMetrics>
  /** For operators: the endpoints of all companies. */
  watch(search: WatchSearch): Promise<NamedEndpoint[]>
  /** Records in a company's audit log that an operator read its deliveries. */
  recordReading(actor: Actor, companyId: string, target: AuditTarget): Promise<void>
}

/** `kinds`: the events of every module that publishes. Non-public kinds are left out. */
export type WebhooksDeps = WorkerDeps & {
  readonly kinds: readonly EventKind[]
  /** Returns the names of the companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

export function createWebhooks(options: WebhooksDeps): Webhooks {
  const { database, now, outbound } = options
  const kinds = [...options.kinds.filter((kind) => kind.public), ...webhookEvents]
  const deps = { ...options, kinds, checkUrl: outbound.checkUserUrl }
  return {
    create: (actor, input) => createEndpoint(deps, actor, input),
    get: async (actor, endpointId) => {
      const endpoint = await findEndpoint(database.pool, actor.companyId, endpointId)
      if (!endpoint) throw fail('endpoint_not_found', { endpointId })
      return { endpoint, held: await countHeld(database.pool, actor.companyId, endpointId) }
    },
    change: (actor, endpointId, change) => changeEndpoint(deps, actor, endpointId, change),
    delete: (actor, endpointId) => deleteEndpoint(deps, actor, endpointId),
    rotateSecret: (actor, endpointId) => rotateSecret(deps, actor, endpointId),
    sendTest: (actor, endpointId) => sendTest(deps, actor, endpointId),
    enable: (actor, endpointId, { evenIfTestFails = false } = {}) =>
      enableEndpoint(deps, actor, endpointId, { pausedToo: true, evenIfTestFails }),
    enableUnlessPaused: (actor, endpointId, { evenIfTestFails = false } = {}) =>
      enableEndpoint(deps, actor, endpointId, { pausedToo: false, evenIfTestFails }),
    listDeliveries: (actor, endpointId, search, page) =>
      listShownDeliveries(database.pool, actor.companyId, endpointId, search, page),
    getDelivery: ({ companyId }, id, endpointId) =>
      getShownDelivery(database.pool, companyId, { id, endpointId }),
    listEvents: (actor, search) => listEvents({ conn: database.pool, kinds }, actor, search),
    getEvent: ({ companyId }, eventId) => readEvent(database.pool, { companyId, eventId }),
    getLinkedEvent: async (token) => {
      const linked = openEventLink(options.seal, token, now())
      if (!linked) throw fail('link_refused')
      return readEvent(database.pool, linked)
    },
    replayDelivery: (actor, id, endpointId) => replayDelivery(deps, actor, id, endpointId),
    replayWindow: (actor, endpointId, input) => replayWindow(deps, actor, endpointId, input),
    listReplays: async ({ companyId }, endpointId, page) => {
      if (!(await findEndpoint(database.pool, companyId, endpointId))) {
        throw fail('endpoint_not_found', { endpointId })
      }
      return listReplays(database.pool, companyId, endpointId, page)
    },
    getReplay: async ({ companyId }, replayId) => {
      const replay = await findReplay(database.pool, companyId, replayId)
      if (!replay) throw fail('replay_not_found', { replayId })
      return { replay, progress: await readProgress(database.pool, replay) }
    },
    cancelReplay: (actor, replayId) => cancelReplay(deps, actor, replayId),
    kinds,
    subscriptions: [webhooksSubscriber(kinds, now)],
    startWorker: () => startWorker(options),
    metrics: () => measureWebhooks(database.pool, now(), options.settings.WEBHOOKS_RETENTION_DAYS),
    recordReading: (actor, companyId, target) =>
      database.transaction(async (tx) =>
        recordAudit(tx, {
          companyId,
          actor,
          action: 'webhooks.deliveries_read',
          target,
          outcome: 'done',
          now: now(),
        }),
      ),
    watch: async (search) => {
      const found = await watchEndpoints(database.pool, search)
      const names = await options.namesOf(database.pool, [
        ...new Set(found.map(({ companyId }) => companyId)),
      ])
      return found.map((endpoint) => ({ ...endpoint, companyName: names.get(endpoint.companyId) }))
    },
  }
}

async function readEvent(
  conn: Conn,
  { companyId, eventId }: Linked,
): Promise<Record<string, unknown>> {
  const body = await findMessageBody(conn, companyId, eventId)
  if (body === undefined) throw fail('event_not_found', { eventId })
  return JSON.parse(body) as Record<string, unknown>
}
