import { aProduct } from '#testing/catalog'
import type { Client } from '../client.ts'
import type { Play, Stage } from './audited-changes.ts'

/** What decides over what a purchase comes to: rates, classes, shipping methods and addresses. */
export const totalsPlays: Readonly<Record<string, Play>> = {
  ...shippingPlays('/api/v1/company/shipping-methods', ({ ours }) => ours.admin),
  ...shippingPlays('/admin/shipping-methods', ({ operator }) => operator),
  'PUT /api/v1/company/minimum-order': ({ ours }, send) =>
    send(ours.admin, 'PUT', '/api/v1/company/minimum-order', aMinimum),
  'DELETE /api/v1/company/minimum-order': async ({ ours }, send) => {
    await ours.admin.put('/api/v1/company/minimum-order', aMinimum)
    return send(ours.admin, 'DELETE', '/api/v1/company/minimum-order')
  },
  'POST /api/v1/addresses': ({ ours }, send) =>
    send(ours.buyer, 'POST', '/api/v1/addresses', anAddressOfBook),
  'PATCH /api/v1/addresses/:addressId': async ({ ours }, send) => {
    const { id } = (await ours.buyer.post('/api/v1/addresses', anAddressOfBook)).body.data
    return send(ours.buyer, 'PATCH', `/api/v1/addresses/${id}`, { label: 'South' })
  },
  'DELETE /api/v1/addresses/:addressId': async ({ ours }, send) => {
    const { id } = (await ours.buyer.post('/api/v1/addresses', anAddressOfBook)).body.data
    return send(ours.buyer, 'DELETE', `/api/v1/addresses/${id}`)
  },
  'POST /admin/tax/rates': ({ operator }, send) =>
    send(operator, 'POST', '/admin/tax/rates', aRate('IS')),
  'DELETE /admin/tax/rates/:rateId': async ({ operator }, send) => {
    const { id } = (await operator.post('/admin/tax/rates', aRate('NO'))).body.data
    return send(operator, 'DELETE', `/admin/tax/rates/${id}`)
  },
  'PATCH /admin/tax/classes': async ({ operator, world }, send) => {
    const { id } = await aProduct(world.parts.platform.database)
    return send(operator, 'PATCH', '/admin/tax/classes', {
      taxClass: 'reduced',
      productIds: [id],
    })
  },
}

const anAddressOfBook = {
  label: 'North',
  address: {
    name: 'Gate 1',
    line1: 'Hafenstr. 7',
    city: 'Kiel',
    postalCode: '24103',
    country: 'DE',
  },
}

const aMinimum = { amount: '50.00', currency: 'EUR', below: 'REFUSE' }

const aMethod = { name: 'Parcel', kind: 'DELIVERY', currency: 'EUR', leadTimeDays: 2 }

function shippingPlays(url: string, clientOf: (stage: Stage) => Client): Record<string, Play> {
  const added = async (stage: Stage) =>
    `${url}/${(await clientOf(stage).post(url, aMethod)).body.data.id}`
  return {
    [`POST ${url}`]: (stage, send) => send(clientOf(stage), 'POST', url, aMethod),
    [`PUT ${url}/:shippingMethodId`]: async (stage, send) =>
      send(clientOf(stage), 'PUT', await added(stage), { ...aMethod, name: 'Letter' }),
    [`DELETE ${url}/:shippingMethodId`]: async (stage, send) =>
      send(clientOf(stage), 'DELETE', await added(stage)),
  }
}

const aRate = (country: string) => ({
  country,
  taxClass: 'standard',
  rate: '24',
  validFrom: '2026-01-01',
  note: 'Their law',
})
