import { expect, it } from 'vitest'
import { money } from '#kernel/money'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aKey, createClient } from './client.ts'
import { buyByCard, checkOut, fillCart, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { platform, modules } = world.parts
const { database } = platform
const ours = await world.company()
const theirs = await world.company()
const terms = { companyId: ours.companyId, limit: money(500_000n, 'EUR'), netDays: 30 }
await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, new Date()))
const companyId = await aCompany(database, { supplier: true })
const supplierId = companyId
const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
const { body } = await world.anybody.post('/auth/login', { email, password })
const supplier = createClient(world.baseUrl, { bearer: body.data.accessToken })
const taxed = { supplierCompanyId: companyId, taxClass: 'standard' as const }
const bolt = await aProduct(database, { ...taxed, unitPrice: '33.33' })
const nut = await aProduct(database, { ...taxed, unitPrice: '1.07' })
const other = await aProduct(database, { unitPrice: '10.00' })
const contract = await supplier.post('/api/v1/contracts', {
  buyerCompanyId: ours.companyId,
  reference: 'FW-9',
  state: 'ACTIVE',
  orderDiscounts: {
    currency: 'EUR',
    tiers: [
      { from: '100.00', percent: '2.5' },
      { from: '500.00', amount: '40.00' },
    ],
  },
})
expect(contract.status, JSON.stringify(contract.body)).toBe(201)
const contractId = contract.body.data.id

it('a discount for larger orders is the same in cart, checkout and order, to the cent', async () => {
  const version = await fillCart(ours.buyer, lines())
  const cart = await ours.buyer.get('/api/v1/cart')
  expect(cart.body.data.totals).toMatchObject(totals())

  const { orderId, ...checkout } = await buyByCard(ours.buyer, version)
  expect(checkout.totals).toMatchObject(totals())

  const { body } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
  expect(body.data.totals).toMatchObject(totals())
  expect(body.data.total).toEqual(eur('134.70'))
  const off = body.data.lines.map((line: { discount: { amount: string } }) => line.discount.amount)
  expect(off).toEqual(['2.50', '0.19', '0.00'])

  // Without the line of the other supplier.
  const part = { goods: eur('107.48'), discount: eur('2.69'), shipping: eur('0.00') }
  const theirs = { totals: { ...part, tax: eur('19.91'), total: eur('124.70') } }
  const supplied = await supplier.get(`/api/v1/supplier/orders/${orderId}`)
  expect(supplied.body.data).toMatchObject(theirs)
  expect(supplied.body.data.lines).toMatchObject([
    { discount: eur('2.50'), tax: { rate: '19' } },
    { discount: eur('0.19') },
  ])
  const [listed] = (await supplier.get('/api/v1/supplier/orders')).body.data
  expect(listed).toMatchObject({ id: orderId, ...theirs })
})

it('a direct order above the next threshold has the discount, and one below the first has none', async () => {
  const place = async (quantity: number) => {
    const order = {
      lines: [{ productId: bolt.id, quantity }],
      shipTo,
      payment: { method: 'invoice' },
    }
    const { status, body } = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.order.totals
  }
  const large = await place(20)
  expect(large).toMatchObject({ goods: eur('666.60'), discount: eur('40.00') })
  expect(large).toMatchObject({ tax: eur('119.05'), total: eur('745.65') })
  expect(large.discounts).toMatchObject([{ contract: { reference: 'FW-9' }, amount: eur('40.00') }])
  const small = await place(3)
  expect(small).toMatchObject({ goods: eur('99.99'), discount: eur('0.00') })
  expect(small).not.toHaveProperty('discounts')
})

it('the discount is for one buyer alone, and ends with the contract', async () => {
  await fillCart(theirs.buyer, lines())
  const strange = await theirs.buyer.get('/api/v1/cart')
  expect(strange.body.data.totals).toMatchObject({ discount: eur('0.00') })

  const version = await fillCart(ours.buyer, lines())
  const shown = await ours.buyer.get('/api/v1/cart')
  const { total } = shown.body.data.totals
  await supplier.patch(`/api/v1/contracts/${contractId}`, { state: 'ENDED' })
  const refused = await checkOut(ours.buyer, version, { acceptedTotal: total })
  expect(refused.body.meta).toMatchObject({ code: 'checkout.total_changed' })
  const after = await ours.buyer.get('/api/v1/cart')
  expect(after.body.data.totals).toMatchObject({ discount: eur('0.00') })
})

it('tiers with both or neither kind of discount, or in falling order, are refused', async () => {
  const list = await supplier.post('/api/v1/price-lists', { name: 'Another', currency: 'EUR' })
  const refusal = async (tiers: object[], currency = 'EUR') => {
    const { body } = await supplier.post('/api/v1/contracts', {
      buyerCompanyId: theirs.companyId,
      reference: 'FW-10',
      priceListIds: [list.body.data.id],
      orderDiscounts: { currency, tiers },
    })
    return body.meta?.details?.reason ?? body.meta?.code
  }
  expect(await refusal([{ from: '1', percent: '2', amount: '3' }])).toBe('percent_or_amount')
  expect(await refusal([{ from: '1' }])).toBe('percent_or_amount')
  expect(await refusal([{ from: '1.234', percent: '2' }])).toBe('amount_invalid')
  expect(await refusal([{ from: '1', amount: '0' }])).toBe('amount_invalid')
  const level = { from: '5', percent: '2' }
  expect(await refusal([level, level])).toBe('tiers_not_rising')
  expect(await refusal([level], 'XXA')).toBe('catalog.currency_unknown')
})

it('no order is placed at the full price because a rate is missing', async () => {
  const list = await supplier.post('/api/v1/price-lists', { name: 'Far away', currency: 'EUR' })
  const contract = await supplier.post('/api/v1/contracts', {
    buyerCompanyId: theirs.companyId,
    reference: 'FW-11',
    state: 'ACTIVE',
    priceListIds: [list.body.data.id],
    // No rate set of a central bank in Europe has it.
    orderDiscounts: { currency: 'XOF', tiers: [{ from: '1', percent: '10' }] },
  })
  expect(contract.status, JSON.stringify(contract.body)).toBe(201)

  const cart = await theirs.buyer.get('/api/v1/cart')
  const unconvertible = { reference: 'FW-11', from: 'XOF', to: 'EUR' }
  expect(cart.body.data.problems).toMatchObject([
    { code: 'cart.discount_not_convertible', details: unconvertible },
  ])
  const refused = await checkOut(theirs.buyer, cart.body.data.snapshotVersion)
  expect(refused.status).toBe(422)
  expect(refused.body.meta).toMatchObject({
    code: 'checkout.discount_not_convertible',
    details: { contracts: [unconvertible] },
  })
  const { id } = contract.body.data
  await supplier.patch(`/api/v1/contracts/${id}`, { state: 'ENDED' })
  expect((await theirs.buyer.get('/api/v1/cart')).body.data.problems).toEqual([])
})

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const lines = () => [
  { productId: bolt.id, quantity: 3 },
  { productId: nut.id, quantity: 7 },
  { productId: other.id, quantity: 1 },
]

/** 3 x 33.33 + 7 x 1.07 = 107.48, less 2.5 percent = 104.79, of which 97.49 and 7.30 are taxed at 19; and 10.00 untaxed. */
const totals = () => ({
  goods: eur('117.48'),
  discount: eur('2.69'),
  discounts: [
    {
      supplierId,
      contract: { id: contractId, reference: 'FW-9' },
      percent: '2.5',
      amount: eur('2.69'),
    },
  ],
  shipping: eur('0.00'),
  tax: eur('19.91'),
  total: eur('134.70'),
})
