import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { type Money, money } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { readAmount } from '../../src/modules/purchasing/payments/schemas.ts'
import { captureStep, reserveRefundStep } from '../../src/modules/purchasing/payments/step.ts'
import { aKey } from '../journeys/client.ts'
import { checkOut, fillCart, handOver, shipTo, untilEnded } from '../journeys/purchase.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, rowsOf } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const purchase = await aPurchase(world, ours, '10.00')
const authorizedId = await anAuthorizedPayment()

describe('amounts, currency, provider, state machine: Medusa #16036, #16690; Vendure GHSA-wm63-7627-ch33; Solidus CVE-2020-15109', () => {
  const amounts: readonly unknown[] = [
    eur('0'),
    eur('0.00'),
    eur('-0.01'),
    eur('-10.00'),
    eur('10.01'),
    eur('1000000000000000000000'),
    eur('92233720368547758.08'),
    eur('1.001'),
    eur('1e1'),
    eur('0x10'),
    eur('Infinity'),
    eur('NaN'),
    eur('1,00'),
    eur(' 1.00'),
    eur('+1.00'),
    eur('١.٠٠'),
    eur(''),
    eur(1),
    eur(null),
    { amount: '1.00', currency: 'USD' },
    { amount: '1.00', currency: 'ZZZ' },
    { amount: '1.00', currency: 'eur' },
    { amount: '1.00', currency: '' },
    { amount: '1.00' },
    '1.00',
    1,
  ]

  it.each(amounts)('a refund of %j is refused, and nothing is refunded', async (amount) => {
    const path = `/api/v1/payments/${purchase.paymentId}`
    const { status } = await ours.buyer.post(`${path}/refunds`, { amount }, { key: aKey() })
    expect([400, 409, 422]).toContain(status)
    const { data } = (await ours.buyer.get(path)).body
    expect(data).toMatchObject({ refunded: eur('0.00'), refunding: eur('0.00'), refunds: [] })
  })

  it.each(amounts)('a capture of %j is refused, and nothing is captured', async (amount) => {
    const path = `/api/v1/payments/${authorizedId}`
    const { status, body } = await ours.buyer.post(`${path}/capture`, { amount })
    expect([400, 422], JSON.stringify(body)).toContain(status)
    const { data } = (await ours.buyer.get(path)).body
    expect(data).toMatchObject({ state: 'AUTHORIZED', captured: eur('0.00') })
  })

  it.each(['0', '0.00', '-0.01', '-10.00'])('%s is no valid amount', async (amount) => {
    for (const [id, what] of [
      [purchase.paymentId, 'refunds'],
      [authorizedId, 'capture'],
    ]) {
      const path = `/api/v1/payments/${id}/${what}`
      const { body } = await ours.buyer.post(path, { amount: eur(amount) }, { key: aKey() })
      expect(body.meta.code).toBe('payments.amount_invalid')
    }
  })

  it.each([0, -1, 1.0001, '1', null, 1e21, 2 ** 53, 2 ** 31, Number.MAX_VALUE, [], true])(
    'a quantity of %j is refused',
    async (quantity) => {
      const { productId } = purchase
      const { status } = await ours.buyer.post('/api/v1/cart/items', { productId, quantity })
      expect([400, 422]).toContain(status)
    },
  )

  it('a state never goes back', async () => {
    const before = await rowsOf(world, ours.companyId)
    const { checkoutId, paymentId, orderId } = purchase
    for (const [path, body] of [
      [`/api/v1/payments/${paymentId}/void`, undefined],
      [`/api/v1/payments/${paymentId}/capture`, { amount: eur('1.00') }],
      [`/api/v1/checkout/${checkoutId}/cancel`, undefined],
      [`/api/v1/checkout/${checkoutId}/payment`, { method: 'card' }],
      [`/api/v1/checkout/${checkoutId}/payment`, { method: 'invoice' }],
    ] as const) {
      const { status, body: answer } = await ours.buyer.post(path, body, { key: aKey() })
      expect([200, 409, 422], `${path}: ${JSON.stringify(answer)}`).toContain(status)
    }
    const { data } = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body
    expect(data).toMatchObject({ state: 'PLACED', paymentState: 'PAID' })
    expect(await rowsOf(world, ours.companyId)).toBe(before)
  })

  it('an unknown currency or country is refused, not guessed', async () => {
    const version = await fillCart(ours.buyer, [{ productId: purchase.productId, quantity: 1 }])
    for (const change of [
      { currency: 'ZZZ' },
      { currency: "EU'" },
      { country: 'XX' },
      { country: 'xx' },
    ]) {
      const { status } = await ours.buyer.patch('/api/v1/cart', {
        ...change,
        expectedSnapshotVersion: version,
      })
      expect([400, 422], JSON.stringify(change)).toContain(status)
    }
  })

  it('the order has the price, address and cart of its checkout', async () => {
    const other = await world.company()
    const { database } = world.parts.platform
    const { id } = await aProduct(database, { unitPrice: '10.00' })
    const version = await fillCart(other.buyer, [{ productId: id, quantity: 1 }])
    const tooCheap = await checkOut(other.buyer, version, { acceptedTotal: eur('9.99') })
    expect([409, 422]).toContain(tooCheap.status)
    const stale = await checkOut(other.buyer, version - 1 || version + 1)
    expect(stale.status).toBe(409)

    const { body } = await checkOut(other.buyer, version, { acceptedTotal: eur('10.00') })
    const path = `/api/v1/checkout/${body.data.id}`
    for (const change of [{ shipTo: { ...shipTo, city: 'Elsewhere' } }, { totals: {} }]) {
      expect([404, 405]).toContain((await other.buyer.patch(path, change)).status)
      const handed = await other.buyer.post(
        `${path}/payment`,
        { method: 'card', ...change },
        { key: aKey() },
      )
      expect(handed.status).toBe(400)
    }
    expect((await other.buyer.get(path)).body.data.snapshot.shipTo).toMatchObject(shipTo)
  })

  it('an unknown provider or method takes no money', async () => {
    const other = await world.company()
    const version = await fillCart(other.buyer, [{ productId: purchase.productId, quantity: 1 }])
    const { body } = await checkOut(other.buyer, version)
    for (const method of ['paypal', 'CARD', '', 'sandbox', null, 'free']) {
      const { status } = await other.buyer.post(
        `/api/v1/checkout/${body.data.id}/payment`,
        { method },
        { key: aKey() },
      )
      expect(status, String(method)).toBe(400)
    }
    for (const returnUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'ftp://x',
    ]) {
      const { status } = await other.buyer.post(
        `/api/v1/checkout/${body.data.id}/payment`,
        { method: 'card', returnUrl },
        { key: aKey() },
      )
      expect(status, returnUrl).toBe(400)
    }
  })
})

/** Three of them stand behind each other: what one lets through, the next one must not. */
describe('the checks of an amount, each by itself', () => {
  const none = [0n, -1n, -1_000n]
  const over = 1_001n

  it.each(['0', '0.00', '-0.01', '-10.00', '1.001'])('the routes refuse %s', (amount) => {
    expect(() => readAmount({ amount, currency: 'EUR' })).toThrow(Failure)
  })

  it('the module refunds no invalid or excessive amount, and no other currency', async () => {
    const { paymentId } = purchase
    const { actor, companyId } = await somebody()
    const refund = (amount: Money) =>
      world.parts.modules.payments.refund(actor, { companyId, paymentId, amount })
    for (const minor of none) {
      await expect(refund(money(minor, 'EUR'))).rejects.toMatchObject({
        code: 'payments.amount_invalid',
      })
    }
    await expect(refund(money(over, 'EUR'))).rejects.toMatchObject({
      code: 'payments.refund_exceeds_captured',
    })
    await expect(refund(money(1n, 'USD'))).rejects.toMatchObject({
      code: 'payments.currency_mismatch',
    })
  })

  it('the module captures no invalid or excessive amount, and no other currency', async () => {
    const { actor, companyId } = await somebody()
    const capture = (amount: Money) =>
      world.parts.modules.payments.capture(companyId, authorizedId, amount, actor)
    for (const minor of none) {
      await expect(capture(money(minor, 'EUR'))).rejects.toMatchObject({
        code: 'payments.amount_invalid',
      })
    }
    await expect(capture(money(over, 'EUR'))).rejects.toMatchObject({
      code: 'payments.amount_exceeds_authorized',
    })
    await expect(capture(money(1n, 'USD'))).rejects.toMatchObject({
      code: 'payments.currency_mismatch',
    })
  })

  it('a step refuses an invalid amount', async () => {
    const { companyId } = ours
    const { payments } = world.parts.modules
    const { pool } = world.parts.platform.database
    const paid = await payments.find(pool, companyId, purchase.paymentId)
    const promised = await payments.find(pool, companyId, authorizedId)
    if (!paid || !promised) throw new Error('the payments are gone')
    for (const minor of [...none, over]) {
      expect(() => reserveRefundStep(paid, money(minor, 'EUR'))).toThrow()
      expect(() => captureStep(promised, money(minor, 'EUR'))).toThrow()
    }
  })

  it('the database refuses a row without an amount', async () => {
    const { pool } = world.parts.platform.database
    const { companyId } = ours
    const { paymentId } = purchase
    for (const minor of none) {
      const refund = sql`
        insert into payments.refunds (company_id, id, payment_id, state, amount_minor, currency, requested_by,
                                      created_at, available_at, attempts)
        values (${companyId}, 'rfd_none', ${paymentId}, 'PENDING', ${minor}, 'EUR', 'nobody', now(), now(), 0)
      `.execute(pool)
      await expect(refund).rejects.toMatchObject({ constraint: 'refunds_amount_positive' })
      const entry = sql`
        insert into payments.ledger (company_id, payment_id, kind, amount_minor, currency, refund_id, recorded_at)
        values (${companyId}, ${paymentId}, 'REFUNDED', ${minor}, 'EUR', 'rfd_none', now())
      `.execute(pool)
      await expect(entry).rejects.toMatchObject({ constraint: 'ledger_amount_positive' })
      const payment = sql`
        update payments.payments set amount_minor = ${minor}
        where company_id = ${companyId} and id = ${paymentId}
      `.execute(pool)
      await expect(payment).rejects.toMatchObject({ constraint: 'payments_amount_positive' })
    }
  })
})

function eur(amount: unknown) {
  return { amount, currency: 'EUR' }
}

/** On account: authorised at once, captured when somebody says so. */
async function anAuthorizedPayment(): Promise<string> {
  const { platform, modules } = world.parts
  const terms = { companyId: ours.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
  await platform.database.transaction((tx) =>
    modules.payments.putCreditAccount(tx, terms, new Date()),
  )
  const version = await fillCart(ours.buyer, [{ productId: purchase.productId, quantity: 1 }])
  const { id } = (await checkOut(ours.buyer, version)).body.data
  const handed = await handOver(ours.buyer, id, { method: 'invoice' })
  await untilEnded(ours.buyer, id)
  return handed.body.data.payment.id
}

const somebody = () =>
  aPerson(world.parts.platform.database, { companyId: ours.companyId }).then(({ actor }) => ({
    actor,
    companyId: ours.companyId,
  }))
