import { beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform

let ours: CompanyOfWorld
let supplier: Client
let boltId: string
let cableId: string
let categoryId: string | undefined
let quotas: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const companyId = await aCompany(database, { supplier: true })
  const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  supplier = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const goods = { supplierCompanyId: companyId, unitPrice: '1.00', onHand: 100 }
  boltId = (await aProduct(database, goods)).id
  cableId = (await aProduct(database, { ...goods, unit: 'MTR', moq: 0.5, multiple: 0.5 })).id
  categoryId = await categoryOf(boltId)
  expect(await categoryOf(cableId)).toBe(categoryId)
  const made = await supplier.post('/api/v1/contracts', {
    buyerCompanyId: ours.companyId,
    reference: 'FW-1',
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000.00', percent: '1' }] },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  quotas = `/api/v1/contracts/${made.body.data.id}/quotas`
})

it('the quantity of a category counts the products in its unit, and leaves out the others', async () => {
  const metres = { categoryId, measure: 'QUANTITY', unit: 'MTR', maximum: '2.5' }
  const replaced = await put([metres, { categoryId, measure: 'QUANTITY', maximum: '10' }])
  expect(replaced.body.data?.quotas, JSON.stringify(replaced.body)).toMatchObject([
    { unit: 'MTR' },
    { unit: 'C62' },
  ])
  expect((await place(cableId, 2.5)).status).toBe(201)
  expect((await place(boltId, 4)).status).toBe(201)
  expect((await ours.buyer.get(quotas)).body.data.quotas).toMatchObject([
    { unit: 'C62', calledOff: '4', left: '6' },
    { unit: 'MTR', calledOff: '2.5', left: '0' },
  ])
  const beyond = await place(cableId, 0.5)
  expect(beyond.body.meta).toMatchObject({
    code: 'quotas.maximum_exceeded',
    details: { quotas: [{ unit: 'MTR', left: '0', wanted: '0.5' }] },
  })
  // Another unit is another quota: the sums of the first are in use.
  expect(await refused([{ ...metres, unit: 'KGM' }])).toBe('quotas.quota_in_use')
})

it('a product and a value have no unit of their own', async () => {
  const unit = 'MTR'
  const invalid = 'quotas.quota_invalid'
  const ofProduct = { productId: cableId, measure: 'QUANTITY', maximum: '5' }
  expect(await refused([{ ...ofProduct, unit }])).toBe(invalid)
  const ofValue = { categoryId, measure: 'VALUE', currency: 'EUR', maximum: '5' }
  expect(await refused([{ ...ofValue, unit }])).toBe(invalid)
  const ofCategory = { categoryId, measure: 'QUANTITY', maximum: '5', unit: 'NOT' }
  expect(await refused([ofCategory])).toBe(invalid)
  const set = await put([ofProduct, ofValue])
  const units = set.body.data.quotas.map((quota: { unit?: string }) => quota.unit)
  expect(units).toEqual([undefined, undefined])
  expect((await place(cableId, 6)).body.meta.code).toBe('quotas.maximum_exceeded')
})

const put = (all: readonly object[]) => supplier.put(quotas, { quotas: all })

const refused = async (all: readonly object[]) => (await put(all)).body.meta.code

function place(productId: string, quantity: number) {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  return ours.buyer.post('/api/v1/orders', order, { key: aKey() })
}

/** The top category above the product. */
async function categoryOf(productId: string): Promise<string | undefined> {
  const { rows } = await sql<{ path_ids: string[] }>`
    select c.path_ids from products.products p join products.categories c on c.id = p.category_id
    where p.id = ${productId}
  `.execute(database.pool)
  return rows[0]?.path_ids[0]
}
