import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { listRoutes } from '#platform/lists'
import type { SetAsideEvent, SetAsideEvents } from '#platform/outbox'
import { fail } from './failures.ts'
import { setAsideEventList } from './set-aside-event-list.ts'
import {
  DiscardEventBody,
  SetAsideParams,
  SetAsideView,
  setAsideExample,
  viewSetAside,
} from './set-aside-schemas.ts'

type Deps = {
  readonly database: Database
  readonly setAside: SetAsideEvents
  readonly now: Clock
}

const access = 'operator'
const tags = ['Operations']
const url = '/admin/events/set-aside'
const fails = ['ops.event_not_set_aside'] as const

/** Events that a subscription could not record, until it can, or an operator decides that it need not. */
export function setAsideRoutes(deps: Deps): Routes {
  return async (http) => {
    await listRoutes(deps.database, setAsideEventList(deps))(http)
    addRetryEvent(deps, http)
    addDiscardEvent(deps, http)
  }
}

function addRetryEvent({ database, setAside, now }: Deps, http: Http): void {
  http.route({
    method: 'POST',
    url: `${url}/:subscription/:eventId/retry`,
    config: { access, fails },
    schema: {
      operationId: 'retrySetAsideEvent',
      summary: 'Retry a set-aside event',
      description: 'The service retries the first event of the line, and then the later ones.',
      tags,
      params: SetAsideParams,
      response: answers(SetAsideView, { examples: [setAsideExample] }),
    },
    handler: async ({ actor, params: { subscription, eventId } }) => {
      const at = now()
      const retried = await database.transaction(async (tx) => {
        const event = (await setAside.retry(tx, subscription, eventId, at)) ?? notFound(eventId)
        audit(tx, actor, 'event_retried', event, {}, at)
        return event
      })
      return ok(viewSetAside(retried))
    },
  })
}

function addDiscardEvent({ database, setAside, now }: Deps, http: Http): void {
  http.route({
    method: 'POST',
    url: `${url}/:subscription/:eventId/discard`,
    config: { access, fails },
    schema: {
      operationId: 'discardSetAsideEvent',
      summary: 'Discard a set-aside event',
      description:
        'This subscription never records the event, and continues with the later events of the line. The event stays in the log. The audit log keeps the note.',
      tags,
      params: SetAsideParams,
      body: DiscardEventBody,
      response: answers(SetAsideView, { examples: [setAsideExample] }),
    },
    handler: async ({ actor, params: { subscription, eventId }, body: { note } }) => {
      const at = now()
      const discarded = await database.transaction(async (tx) => {
        const event = (await setAside.discard(tx, subscription, eventId, at)) ?? notFound(eventId)
        audit(tx, actor, 'event_discarded', event, { note }, at)
        return event
      })
      return ok(viewSetAside(discarded))
    },
  })
}

function notFound(eventId: string): never {
  throw fail('event_not_set_aside', { eventId })
}

function audit(
  tx: Tx,
  actor: Principal,
  done: 'event_retried' | 'event_discarded',
  { subscription, eventId, companyId, line, type }: SetAsideEvent,
  decision: { readonly note?: string },
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `ops.${done}`,
    target: { type: 'event', id: eventId },
    outcome: 'done',
    details: { subscription, companyId, line, type, ...decision },
    now,
  })
}
