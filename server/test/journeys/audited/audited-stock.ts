import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import type { Play, Stage } from './audited-changes.ts'

const url = '/api/v1/stock-locations'

/** What decides over where goods lie and how many there are. */
export const stockPlays: Readonly<Record<string, Play>> = {
  [`POST ${url}`]: async ({ operator, world }, send) =>
    send(operator, 'POST', url, {
      supplierId: await aCompany(world.parts.platform.database, { supplier: true }),
      name: 'Rotterdam',
      country: 'NL',
    }),
  [`PATCH ${url}/:stockLocationId`]: async (stage, send) =>
    send(stage.operator, 'PATCH', `${url}/${(await aLocation(stage)).id}`, { position: 1 }),
  [`DELETE ${url}/:stockLocationId`]: async (stage, send) =>
    send(stage.operator, 'DELETE', `${url}/${(await aLocation(stage)).id}`),
  [`PUT ${url}/:stockLocationId/stock`]: async (stage, send) => {
    const { id, supplierCompanyId } = await aLocation(stage)
    const product = await aProduct(stage.world.parts.platform.database, { supplierCompanyId })
    return send(stage.operator, 'PUT', `${url}/${id}/stock`, {
      entries: [{ productId: product.id, available: 3 }],
    })
  },
}

async function aLocation({ operator, world }: Stage) {
  const supplierCompanyId = await aCompany(world.parts.platform.database, { supplier: true })
  const draft = { supplierId: supplierCompanyId, name: 'Rotterdam', country: 'NL' }
  const { body } = await operator.post(url, draft)
  return { id: body.data.id as string, supplierCompanyId }
}
