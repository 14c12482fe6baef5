import type { Database } from '#platform/db'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import type { ListedSetAside, SetAsideEvents } from '#platform/outbox'
import {
  ListedSetAsideView,
  listedSetAsideExample,
  SubscriptionName,
  viewListedSetAside,
} from './set-aside-schemas.ts'

type Deps = { readonly database: Database; readonly setAside: SetAsideEvents }

export const setAsideEventList = (deps: Deps) =>
  defineList({
    operationId: 'listSetAsideEvents',
    url: '/admin/events/set-aside',
    summary: 'List set-aside events',
    description:
      'Lists events in the order of the event log. The service retries each automatically, every ten minutes at most, and then the later events of its line. If an event has killed the processes that recorded it, the service tries it only when an operator retries it.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: ListedSetAsideView,
    examples: [listedSetAsideExample],
    columns: ['type', 'subscription', 'companyId', 'failures', 'lastError', 'setAsideAt'],
    filters: { subscription: filter(SubscriptionName) },
    sorts: { log: { read: (request: Request, cut) => readInLogOrder(deps, request, cut) } },
    show: (events: readonly ListedSetAside[]) => events.map(viewListedSetAside),
  })

type Request = ListRequest<{ readonly subscription?: string }>

async function readInLogOrder({ database, setAside }: Deps, { query }: Request, cut: Cut) {
  const [position, subscription] = cut.after ?? []
  const found = await setAside.list(database.pool, {
    ...query,
    ...(subscription !== undefined && {
      after: { position: Number(position), subscription: String(subscription) },
    }),
    limit: cut.limit,
  })
  return placed(found, (event) => [event.position, event.subscription])
}
