import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { readVersions } from './read-versions.ts'
import type { OrderVersion } from './version.ts'
import { OrderVersionView, viewOrderVersion } from './version-schemas.ts'

type Request = ListRequest & { readonly params: { readonly orderId: string } }

export const versionList = (database: Database) =>
  defineList({
    operationId: 'listOrderVersions',
    url: '/api/v1/orders/:orderId/versions',
    summary: 'List versions of an order',
    description:
      'The versions that changed quantities, promised days or addresses, newest first. A supplier reads those of its own lines.',
    tags: ['Orders'],
    config: { access: 'orders:read', unitsToo: true, fails: ['orders.order_not_found'] },
    params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
    item: OrderVersionView,
    columns: ['version', 'kind', 'changedAt'],
    filters: {},
    sorts: { newest: { read: (request: Request, cut) => readNewest(database, request, cut) } },
    show: (versions: readonly OrderVersion[]) => versions.map(viewOrderVersion),
  })

async function readNewest({ pool }: Database, { actor, params }: Request, { after, limit }: Cut) {
  const before = after && Number(after[0])
  return placed(await readVersions(pool, actor, params, { before, limit }), ({ version }) => [
    version,
  ])
}
