import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { answers, ok, type Routes } from '#platform/http'
import { readVersion } from './read-versions.ts'
import { OrderAtVersionView, viewOrderAtVersion } from './version-schemas.ts'

const params = Type.Object({
  orderId: Type.String({ maxLength: 64 }),
  version: Type.String({ maxLength: 64, description: 'A number from 1.' }),
})

export function versionRoutes({ pool }: Database): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/orders/:orderId/versions/:version',
      config: {
        access: 'orders:read',
        unitsToo: true,
        fails: ['orders.order_not_found', 'orders.version_not_found'],
      },
      schema: {
        operationId: 'getOrderVersion',
        tags: ['Orders'],
        summary: 'Get a version of an order',
        description:
          'What was to be delivered of each line after the step that made this version, and what the step changed. 1 is the order as it was placed. A supplier reads its own lines.',
        params,
        response: answers(OrderAtVersionView),
      },
      handler: async ({ actor, params: wanted }) =>
        ok(viewOrderAtVersion(await readVersion(pool, actor, wanted))),
    })
  }
}
