import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import type { Play, Stage } from './audited-changes.ts'

/** How contracts and their quotas are changed well once. */
export const contractPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/contracts': async (stage, send) =>
    send(
      stage.operator,
      'POST',
      '/api/v1/contracts',
      aContractWith(stage, await aPriceList(stage)),
    ),
  'PATCH /api/v1/contracts/:contractId': async (stage, send) => {
    const contract = aContractWith(stage, await aPriceList(stage))
    const { body } = await stage.operator.post('/api/v1/contracts', contract)
    return send(stage.operator, 'PATCH', `/api/v1/contracts/${body.data.id}`, { state: 'ACTIVE' })
  },
  'PUT /api/v1/contracts/:contractId/quotas': async (stage, send) => {
    const list = await aPriceList(stage)
    const { body } = await stage.operator.post('/api/v1/contracts', aContractWith(stage, list))
    const quota = { productId: list.product.id, measure: 'QUANTITY', maximum: '10' }
    return send(stage.operator, 'PUT', `/api/v1/contracts/${body.data.id}/quotas`, {
      quotas: [quota],
    })
  },
}

const aContractWith = ({ ours }: Stage, list: { id: string; supplierId: string }) => ({
  supplierId: list.supplierId,
  buyerCompanyId: ours.companyId,
  reference: 'FW-1',
  priceListIds: [list.id],
})

export async function aPriceList({ world, operator }: Stage) {
  const { database } = world.parts.platform
  const supplierId = await aCompany(database, { supplier: true })
  const product = await aProduct(database, { supplierCompanyId: supplierId })
  const list = { supplierId, name: 'Framework', currency: 'EUR' }
  const { body } = await operator.post('/api/v1/price-lists', list)
  return { id: body.data.id as string, supplierId, product }
}
