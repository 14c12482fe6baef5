import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aCart } from '#testing/cart'
import { aProduct, stockOf } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aCheckoutWorld, shipTo } from './checkout.fixture.ts'
import { sweepAttempts } from './finishing/sweep.ts'
import { alertStuck } from './watch/stuck.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
let buyer: Actor
const clock = () => now
const { carts, payments, deps, checkout } = aCheckoutWorld(database, { now: clock })

beforeEach(async () => {
  now = start
  const companyId = await aCompany(database)
  buyer = (await aPerson(database, { companyId })).actor
  const limit = money(100_000n, 'EUR')
  await database.transaction((tx) =>
    payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, now),
  )
})

const input = { shipTo, idempotency: undefined }
const byInvoice = { method: 'invoice' as const, idempotency: undefined }

describe('starting a checkout', () => {
  it('reserves the stock for 15 minutes at current prices', async () => {
    const { product, begin } = await startWith({ unitPrice: '2.505', quantity: 3 })
    const attempt = await begin()

    expect(attempt).toMatchObject({
      state: 'RESERVED',
      total: { amountMinor: 752n, currency: 'EUR' },
      reservedUntil: later(15),
    })
    expect(await stockOf(database, product.id)).toEqual({ on_hand: 7, reserved: 3, committed: 0 })
  })

  it('accepts the agreed total and no other', async () => {
    const accepted = await startWith({}, { acceptedTotal: { amount: '5.00', currency: 'EUR' } })
    expect((await accepted.begin()).state).toBe('RESERVED')
  })

  it.each([
    ['another total', { amount: '4.99', currency: 'EUR' }, 'checkout.total_changed', 409],
    [
      'another currency',
      { amount: '5.00', currency: 'USD' },
      'checkout.accepted_total_invalid',
      400,
    ],
    [
      'too many digits',
      { amount: '5.001', currency: 'EUR' },
      'checkout.accepted_total_invalid',
      400,
    ],
    ['no number', { amount: 'five', currency: 'EUR' }, 'checkout.accepted_total_invalid', 400],
  ])('refuses %s and leaves nothing behind', async (_what, acceptedTotal, code, status) => {
    const { product, begin } = await startWith({}, { acceptedTotal })
    await expect(begin()).rejects.toMatchObject({ code, status })
    expect(await stockOf(database, product.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
    expect((await carts.read(buyer)).cart.lock).toBeUndefined()
  })

  it('names every line with short stock and reserves none of the others', async () => {
    const plenty = await aProduct(database, { onHand: 10 })
    const short = await aProduct(database, { onHand: 1 })
    const { cart } = await aCart(carts, buyer, [
      { productId: plenty.id, quantity: 2 },
      { productId: short.id, quantity: 2 },
    ])
    const begin = checkout.start(buyer, { ...input, expectedSnapshotVersion: cart.snapshotVersion })

    await expect(begin).rejects.toMatchObject({
      code: 'checkout.stock_short',
      details: { lines: [{ productId: short.id }] },
    })
    expect(await stockOf(database, plenty.id)).toMatchObject({ on_hand: 10, reserved: 0 })
  })

  it('refuses lines that cannot be ordered, each with its reason', async () => {
    const product = await aProduct(database, { moq: 5, multiple: 5, shipTo: ['FR'] })
    const { cart } = await aCart(carts, buyer, [{ productId: product.id, quantity: 3 }])
    const error = await checkout
      .start(buyer, { ...input, expectedSnapshotVersion: cart.snapshotVersion })
      .catch((reason: unknown) => reason)

    expect(error).toMatchObject({ code: 'checkout.cart_has_problems', status: 422 })
    const { problems } = (error as { details: { problems: unknown } }).details
    const [productId, message] = [product.id, expect.stringMatching(/below the minimum/)]
    expect(problems).toEqual([
      { code: 'cart.below_minimum', productId, message, details: { requested: 3, minimum: 5 } },
      expect.objectContaining({ code: 'cart.not_a_multiple', productId }),
      expect.objectContaining({ code: 'cart.not_shipped_to_country', details: { country: 'DE' } }),
    ])
  })

  it('places a free order at once, paid and without a payment, whatever the method', async () => {
    const { product, begin } = await startWith({ unitPrice: '0.001', quantity: 1 })
    const { id } = await begin()
    const { attempt, payment } = await checkout.pay(buyer, id, { ...byInvoice, method: 'card' })
    expect(attempt).toMatchObject({ state: 'COMPLETED', paymentId: undefined })
    expect(payment).toBeUndefined()
    expect(await checkout.get(buyer, id)).toMatchObject({ payment: undefined })
    const { order } = await deps.orders.get(buyer, attempt.orderId ?? '')
    expect(order).toMatchObject({ state: 'PLACED', paymentState: 'PAID', paymentId: undefined })
    expect(await stockOf(database, product.id)).toEqual({ on_hand: 9, reserved: 0, committed: 1 })
    expect((await carts.read(buyer)).cart).toMatchObject({ lines: [], lock: undefined })
  })

  it('refuses a stale version of the cart', async () => {
    const { snapshotVersion } = await startWith()
    await expect(
      checkout.start(buyer, { ...input, expectedSnapshotVersion: snapshotVersion + 1 }),
    ).rejects.toMatchObject({ code: 'cart.version_conflict', status: 409 })
  })

  it('refuses an unknown country', async () => {
    const { begin } = await startWith({}, { shipTo: { ...shipTo, country: 'XX' } })
    await expect(begin()).rejects.toMatchObject({ code: 'checkout.country_unknown', status: 400 })
  })

  it('refuses a second checkout while the first holds the cart', async () => {
    const { begin } = await startWith()
    const first = await begin()
    await expect(begin()).rejects.toMatchObject({
      code: 'cart.locked_by_checkout',
      details: { checkoutId: first.id },
    })
  })
})

describe('paying by invoice', () => {
  it('completes at once: order placed, stock committed, cart empty and unlocked', async () => {
    const { product, begin } = await startWith()
    const { id } = await begin()
    const { attempt, payment } = await checkout.pay(buyer, id, byInvoice)

    expect(attempt.state).toBe('COMPLETED')
    expect(payment?.state).toBe('AUTHORIZED')
    expect(await stockOf(database, product.id)).toEqual({ on_hand: 8, reserved: 0, committed: 2 })
    const { order } = await deps.orders.get(buyer, attempt.orderId ?? '')
    expect(order).toMatchObject({ state: 'PLACED', paymentState: 'UNPAID' })
    expect((await carts.read(buyer)).cart).toMatchObject({ lines: [], lock: undefined })
  })

  it('keeps the reservation when the credit is not enough', async () => {
    const { product, begin } = await startWith({ unitPrice: '600', quantity: 2 })
    const { id } = await begin()

    await expect(checkout.pay(buyer, id, byInvoice)).rejects.toMatchObject({
      code: 'payments.credit_limit_exceeded',
      status: 422,
    })
    expect((await checkout.get(buyer, id)).attempt.state).toBe('RESERVED')
    expect(await stockOf(database, product.id)).toMatchObject({ reserved: 2 })
  })

  it('is refused when the reservation has expired', async () => {
    const { id } = await (await startWith()).begin()
    now = later(15)
    await expect(checkout.pay(buyer, id, byInvoice)).rejects.toMatchObject({
      code: 'checkout.reservation_expired',
      status: 409,
    })
  })

  it('is refused a second time with another key', async () => {
    const { id } = await (await startWith()).begin()
    await checkout.pay(buyer, id, byInvoice)
    await expect(checkout.pay(buyer, id, byInvoice)).rejects.toMatchObject({
      code: 'checkout.attempt_over',
    })
  })

  it('refuses a card where no provider is configured, and changes nothing', async () => {
    const { id } = await (await startWith()).begin()
    await expect(
      checkout.pay(buyer, id, { method: 'card', idempotency: undefined }),
    ).rejects.toMatchObject({ code: 'payments.provider_not_configured', status: 503 })
    expect((await checkout.get(buyer, id)).attempt.state).toBe('RESERVED')
  })
})

describe('the sweeper', () => {
  it('releases a reservation when it expires, and not before', async () => {
    const { product, begin } = await startWith()
    const { id } = await begin()

    now = later(14)
    await sweepAttempts(deps)
    expect((await checkout.get(buyer, id)).attempt.state).toBe('RESERVED')
    now = later(15)
    await sweepAttempts(deps)

    expect((await checkout.get(buyer, id)).attempt).toMatchObject({
      state: 'EXPIRED',
      endedAt: later(15),
    })
    expect(await stockOf(database, product.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
    expect((await carts.read(buyer)).cart.lock).toBeUndefined()
  })

  it('raises one incident for all stuck attempts and resolves it with the last one', async () => {
    await forgetAttempts()
    const first = { buyer, id: (await (await startWith()).begin()).id }
    const second = { id: (await (await startWithAnother()).begin()).id, buyer }
    now = later(1)
    expect(await alertStuck(deps)).toBe(0)
    now = later(3)
    expect(await alertStuck(deps)).toBe(2)
    expect(await alertStuck(deps)).toBe(0)
    expect(await incidentsOf('checkout.reserved-stuck')).toMatchObject([
      {
        status: 'firing',
        severity: 'info',
        summary: expect.stringMatching(/^2 checkouts have been RESERVED for more than 2 minutes/),
        details: { count: 2, oldest: { since: start.toISOString() } },
      },
    ])

    await checkout.cancel(first.buyer, first.id)
    await alertStuck(deps)
    expect(await incidentsOf('checkout.reserved-stuck')).toMatchObject([{ status: 'firing' }])
    await checkout.cancel(second.buyer, second.id)
    await alertStuck(deps)
    expect(await incidentsOf('checkout.reserved-stuck')).toMatchObject([{ status: 'resolved' }])
  })

  it('raises a critical incident for attempts that are stuck after their handoff', async () => {
    await forgetAttempts()
    const { id } = await (await startWith()).begin()
    now = later(3)
    await alertStuck(deps)
    await sql`
      update checkout.attempts set state = 'PAYMENT_INITIATED_CART_RECONCILING', payment_id = 'pay_that_hangs',
        payment_initiated_at = ${later(4)} where company_id = ${buyer.companyId} and id = ${id}
    `.execute(database.pool)
    now = later(8)
    await alertStuck(deps)
    expect((await incidentsOf('checkout.reserved-stuck'))[0]).toMatchObject({ status: 'resolved' })
    now = later(10)
    await alertStuck(deps)
    await alertStuck(deps)
    expect(await incidentsOf('checkout.reconciling-stuck')).toMatchObject([
      {
        status: 'firing',
        severity: 'critical',
        details: { count: 1, oldest: { checkoutId: id, companyId: buyer.companyId } },
      },
    ])
    await forgetAttempts()
    await alertStuck(deps)
    expect(await incidentsOf('checkout.reconciling-stuck')).toMatchObject([{ status: 'resolved' }])
  })
})

describe('the operators’ report', () => {
  it('shows what is under way, its age, and the next step', async () => {
    const { id } = await (await startWith()).begin()
    now = later(3)
    const entry = (await checkout.report({ limit: 100 })).find((one) => one.id === id)

    expect(entry).toMatchObject({
      state: 'RESERVED',
      ageSeconds: 180,
      stuck: true,
      total: { amountMinor: 500n },
      next: { action: 'expire_reservation', at: later(15) },
    })
  })

  it('says by the state of the payment what the sweeper will do', async () => {
    const { id } = await (await startWith()).begin()
    const { attempt } = await checkout.pay(buyer, id, byInvoice)
    await sql`
      update checkout.attempts set state = 'PAYMENT_INITIATED_CART_RECONCILING', ended_at = null, order_id = null
      where company_id = ${buyer.companyId} and id = ${id}
    `.execute(database.pool)
    const nextAfter = async (state: string, held: number, expiresAt?: Date) => {
      await sql`
        update payments.payments set state = ${state}, authorized_minor = ${held}, expires_at = ${expiresAt ?? null}
        where company_id = ${buyer.companyId} and id = ${attempt.paymentId}
      `.execute(database.pool)
      const entry = (await checkout.report({ limit: 100 })).find((one) => one.id === id)
      expect(entry).toMatchObject({ companyName: expect.any(String), paymentState: state })
      return entry?.next.action
    }
    expect(await nextAfter('AUTHORIZED', 500)).toBe('complete_order')
    expect(await nextAfter('FAILED', 0)).toBe('give_up')
    expect(await nextAfter('INITIATED', 0)).toBe('hand_over_payment')
    expect(await nextAfter('PENDING', 0, later(60))).toBe('ask_payment_provider')
    expect(await nextAfter('PENDING', 0, later(-1))).toBe('cancel_payment')
  })

  it('pages from the oldest', async () => {
    await (await startWith()).begin()
    now = later(1)
    await (await startWithAnother()).begin()
    const all = await checkout.report({ limit: 100 })
    const [first] = await checkout.report({ limit: 1 })
    expect(first?.id).toBe(all[0]?.id)
    const rest = await checkout.report({ after: first, limit: 100 })
    expect(rest.map((one) => one.id)).toEqual(all.slice(1).map((one) => one.id))
    const ages = all.map(({ ageSeconds }) => ageSeconds)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
  })

  it('compares with the last day and week', async () => {
    const before = await checkout.baseline()
    const { id } = await (await startWith()).begin()
    now = later(2)
    await checkout.pay(buyer, id, byInvoice)
    const { last24h, thresholdsSeconds } = await checkout.baseline()

    expect(thresholdsSeconds).toEqual({ RESERVED: 120, PAYMENT_INITIATED_CART_RECONCILING: 300 })
    expect(last24h.completed).toBe(before.last24h.completed + 1)
    expect(last24h.completionP95).toBeGreaterThan(0)
    expect(last24h.expiryRate).toBeLessThanOrEqual(1)
  })
})

describe('a person of another company', () => {
  it('finds no such checkout with any request', async () => {
    const { id } = await (await startWith()).begin()
    const companyId = await aCompany(database)
    const { actor: stranger } = await aPerson(database, { companyId })
    const notFound = { code: 'checkout.attempt_not_found', status: 404 }

    await expect(checkout.get(stranger, id)).rejects.toMatchObject(notFound)
    await expect(checkout.cancel(stranger, id)).rejects.toMatchObject(notFound)
    await expect(checkout.pay(stranger, id, byInvoice)).rejects.toMatchObject(notFound)
  })
})

/** Those of earlier tests, which are stuck as well. */
async function forgetAttempts(): Promise<void> {
  await sql`/* across companies: a clean table */ delete from checkout.attempts`.execute(
    database.pool,
  )
}

/** Newest first. */
async function incidentsOf(key: string) {
  const found = await deps.incidents.list({}, { limit: 100 })
  return found.filter((one) => one.key === key)
}

async function startWith(
  options: { unitPrice?: string; onHand?: number; quantity?: number } = {},
  more: object = {},
) {
  const { unitPrice = '2.50', onHand = 10, quantity = 2 } = options
  const product = await aProduct(database, { unitPrice, onHand })
  const cart = await aCart(carts, buyer, [{ productId: product.id, quantity }])
  const { snapshotVersion } = cart.cart
  const begin = () =>
    checkout.start(buyer, { ...input, expectedSnapshotVersion: snapshotVersion, ...more })
  return { product, snapshotVersion, begin }
}

async function startWithAnother() {
  const companyId = await aCompany(database)
  buyer = (await aPerson(database, { companyId })).actor
  return startWith()
}

const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
