import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()
const { buyer } = ours

describe('a code in small letters', () => {
  it('is the currency of an account, a cart, a conversion and an order', async () => {
    await giveCredit(world, ours.companyId)
    const account = `/admin/companies/${ours.companyId}/credit-accounts/usd`
    const terms = { limit: { amount: '10', currency: 'usd' }, netDays: 30 }
    expect((await operator.put(account, terms)).body.data.limit).toEqual({
      amount: '10.00',
      currency: 'USD',
    })
    const entries = await ours.admin.get('/api/v1/credit-accounts/usd/entries')
    expect(entries.status).toBe(200)
    const { snapshotVersion } = (await buyer.get('/api/v1/cart')).body.data
    const change = { currency: 'usd', country: 'at', expectedSnapshotVersion: snapshotVersion }
    expect((await buyer.patch('/api/v1/cart', change)).body.data).toMatchObject({
      currency: 'USD',
      country: 'AT',
    })
    await expect.poll(async () => (await buyer.get('/api/v1/fx/rates?base=eur')).status).toBe(200)
    const converted = { amount: '1', from: 'eur', to: 'usd' }
    expect((await buyer.post('/api/v1/fx/convert', converted)).body.data).toMatchObject({
      from: 'EUR',
      to: 'USD',
    })
    expect((await buyer.get('/api/v1/payment-methods?currency=eur&amount=1')).status).toBe(200)
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 5 })
    const order = {
      lines: [{ productId, quantity: 1, expectedUnitPrice: { amount: '2.5', currency: 'eur' } }],
      currency: 'eur',
      shipTo: { ...shipTo, country: 'de' },
      payment: { method: 'invoice' },
    }
    const placed = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(placed.body.data.order).toMatchObject({
      total: { currency: 'EUR' },
      shipTo: { country: 'DE' },
    })
  })

  it('is still refused if there is no such code', async () => {
    const answer = await buyer.post('/api/v1/fx/convert', { amount: '1', from: 'euro', to: 'usd' })
    expect(answer.body.meta).toMatchObject({
      code: 'fx.currency_unknown',
      details: { currency: 'EURO' },
    })
  })
})

it('a quote says why a line cannot be ordered, with a code and a sentence in the language', async () => {
  const { id } = await aProduct(world.parts.platform.database, { onHand: 1 })
  const items = [
    { productId: 'prd_none', quantity: 1 },
    { productId: id, quantity: 2 },
  ]
  const { body, headers } = await buyer.post('/api/v1/products/quotes?locale=de', { items })
  expect(headers.get('content-language')).toBe('de')
  expect(body.data).toMatchObject([
    {
      problems: [
        { code: 'catalog.product_not_found', message: expect.stringContaining('Unternehmen') },
      ],
    },
    {
      problems: [
        {
          code: 'catalog.stock_short',
          message: 'Der Bestand ist kleiner als die Menge. Bestellen Sie weniger.',
          details: { requested: 2, available: 1 },
        },
      ],
    },
  ])
})

describe('an empty order', () => {
  const pathsOf = ({ details = {} }: { details?: Record<string, unknown> }) =>
    (details.problems as { path: string }[]).map(({ path }) => path)

  it('names everything that is missing', async () => {
    const { status, body } = await buyer.post('/api/v1/orders', {})
    expect([status, body.meta.code]).toEqual([400, 'platform.request_invalid'])
    expect(pathsOf(body.meta)).toEqual([
      'body.shipTo',
      'body.payment',
      'body.lines',
      'headers.idempotency-key',
    ])
    expect(body.meta.details?.problems).toContainEqual({
      path: 'body.shipTo',
      message: 'is required, with name, line1, city, postalCode, country',
    })
    const keyed = await buyer.post('/api/v1/orders', {}, { key: aKey() })
    expect(pathsOf(keyed.body.meta)).toEqual(['body.shipTo', 'body.payment', 'body.lines'])
    const fromCart = { cart: { expectedSnapshotVersion: 1 } }
    expect(pathsOf((await buyer.post('/api/v1/orders', fromCart)).body.meta)).not.toContain(
      'body.lines',
    )
  })
})

describe('a postal code of another country', () => {
  const wrong = { ...shipTo, postalCode: '1010' }

  it('is refused in orders, in the address book and in the billing address', async () => {
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 5 })
    const order = {
      lines: [{ productId, quantity: 1 }],
      shipTo,
      billTo: wrong,
      payment: { method: 'invoice' },
    }
    const answers = [
      await buyer.post('/api/v1/orders', order, { key: aKey() }),
      await buyer.post('/api/v1/addresses', { label: 'Vienna', address: wrong }),
      await ours.admin.patch('/api/v1/company', { billingAddress: wrong }),
    ]
    const details = { country: 'DE', forms: ['99999'] }
    expect(answers.map(({ status, body }) => [status, body.meta])).toMatchObject([
      [400, { code: 'checkout.postal_code_invalid', details: { ...details, field: 'billTo' } }],
      [400, { code: 'addresses.postal_code_invalid', details }],
      [400, { code: 'identity.postal_code_invalid', details }],
    ])
    const unknown = { billingAddress: { ...shipTo, country: 'XX' } }
    expect((await ours.admin.patch('/api/v1/company', unknown)).body.meta).toMatchObject({
      code: 'identity.place_unknown',
      details: { fields: ['billingAddress.country'] },
    })
  })
})
