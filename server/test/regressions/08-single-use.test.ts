import { beforeAll, describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import type { Payment } from '../../src/modules/purchasing/payments/payment.ts'
import { savePayment } from '../../src/modules/purchasing/payments/payment-store.ts'
import { captureStep, reserveRefundStep } from '../../src/modules/purchasing/payments/step.ts'
import { aKey, createClient, type Reply } from '../journeys/client.ts'
import { checkOut, fillCart, handOver, untilEnded } from '../journeys/purchase.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, statusesOf, times, until } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
/** May give back what an order rests on. */
const operator = await world.operator()

describe('single use and concurrency: Medusa #12524; django-oauth-toolkit #1617; double capture and double refund', () => {
  it('a refresh token from an older generation ends its family', async () => {
    const first = await signedIn()
    const second = (await refresh(first.refreshToken)).body.data
    const third = (await refresh(second.refreshToken)).body.data
    expect(await works(third.accessToken)).toBe(true)

    const replayed = await refresh(first.refreshToken)

    expect(replayed.status).toBe(401)
    expect(await works(third.accessToken)).toBe(false)
    expect((await refresh(third.refreshToken)).status).toBe(401)
    expect((await refresh(second.refreshToken)).status).toBe(401)
  })

  it('ten simultaneous refreshes with one token never leave two valid chains', async () => {
    const { refreshToken } = await signedIn()
    const replies = await times(10, () => refresh(refreshToken))
    for (const { status } of replies) expect([200, 401]).toContain(status)
    const successors = new Set(
      replies.filter(({ status }) => status === 200).map(({ body }) => body.data.refreshToken),
    )
    // One after the other: where two work, there were two families.
    let going = 0
    for (const token of successors) if ((await refresh(token)).status === 200) going += 1
    expect(going).toBeLessThanOrEqual(1)
  })

  it('one idempotency key creates one API key', async () => {
    const key = aKey()
    const before = await countOf('identity.api_keys')
    const replies = await times(10, () =>
      ours.admin.post('/api/v1/api-keys', { name: 'Once', scopes: ['orders:read'] }, { key }),
    )
    expect(new Set(replies.map(({ body }) => body.data?.id)).size).toBe(1)
    expect(await countOf('identity.api_keys')).toBe(before + 1)
  })

  it('ten simultaneous full refunds refund once', async () => {
    const { paymentId } = await aPurchase(world, ours)
    const path = `/api/v1/payments/${paymentId}`
    const replies = await times(10, () => operator.post(`${path}/refunds`, {}, { key: aKey() }))
    expect(statusesOf(replies).filter((status) => status === 201)).toHaveLength(1)
    // In words, by the check under the lock. A 500 would be a deeper net that had to catch it.
    expectRefused(replies, 'payments.not_refundable')

    const settled = await until(async () => {
      const { data } = (await ours.buyer.get(path)).body
      return data.refunded.amount === data.captured.amount ? data : undefined
    })
    expect(
      settled.refunds.filter(({ state }: { state: string }) => state === 'SUCCEEDED'),
    ).toHaveLength(1)
    const booked = settled.ledger.filter(({ kind }: { kind: string }) => kind === 'REFUNDED')
    expect(booked).toHaveLength(1)
  })

  it('simultaneous partial refunds never exceed the total', async () => {
    const { paymentId } = await aPurchase(world, ours, '10.00')
    const path = `/api/v1/payments/${paymentId}`
    const amount = { amount: '4.00', currency: 'EUR' }
    const replies = await times(8, () =>
      operator.post(`${path}/refunds`, { amount }, { key: aKey() }),
    )
    expect(statusesOf(replies).filter((status) => status === 201)).toHaveLength(2)
    expectRefused(replies, 'payments.refund_exceeds_captured')
    const { data } = (await ours.buyer.get(path)).body
    expect(Number(data.refunded.amount) + Number(data.refunding.amount)).toBeLessThanOrEqual(10)
  })

  it('ten simultaneous captures capture once', async () => {
    const { id } = await aProduct(world.parts.platform.database, { unitPrice: '10.00' })
    const { platform, modules } = world.parts
    const terms = { companyId: ours.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
    await platform.database.transaction((tx) =>
      modules.payments.putCreditAccount(tx, terms, new Date()),
    )
    const version = await fillCart(ours.buyer, [{ productId: id, quantity: 1 }])
    const checkout = (await checkOut(ours.buyer, version)).body.data
    // On account: authorised at once, captured when somebody says so.
    const handed = await handOver(ours.buyer, checkout.id, { method: 'invoice' })
    expect(handed.status, JSON.stringify(handed.body)).toBe(200)
    const paymentId = handed.body.data.payment.id
    await untilEnded(ours.buyer, checkout.id)
    const path = `/api/v1/payments/${paymentId}`
    const replies = await times(10, () => ours.buyer.post(`${path}/capture`, {}))
    expect(statusesOf(replies).filter((status) => status === 200)).toHaveLength(1)
    expectRefused(replies, 'payments.not_capturable')
    const { data } = (await ours.buyer.get(path)).body
    expect(data.captured).toEqual(data.amount)
    expect(data.ledger.filter(({ kind }: { kind: string }) => kind === 'CAPTURED')).toHaveLength(1)
  })

  it('a cart is checked out once, with any keys', async () => {
    const { buyer } = await world.company()
    const { id } = await aProduct(world.parts.platform.database, { onHand: 100 })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const replies = await times(10, () => checkOut(buyer, version))
    expect(statusesOf(replies).filter((status) => status === 201)).toHaveLength(1)
    for (const { status } of replies) expect([201, 409]).toContain(status)
  })
})

describe('the lower safeguards, each by itself', () => {
  let paid: Payment
  beforeAll(async () => {
    const { paymentId } = await aPurchase(world, ours)
    const found = await payments().find(pool(), ours.companyId, paymentId)
    if (!found) throw new Error('the payment is gone')
    paid = found
  })
  const pool = () => world.parts.platform.database.pool
  const payments = () => world.parts.modules.payments

  it('the database books one capture per payment, and each refund once', async () => {
    const book = (kind: string, refundId: string | null) =>
      sql`
        insert into payments.ledger (company_id, payment_id, kind, amount_minor, currency, refund_id, recorded_at)
        values (${ours.companyId}, ${paid.id}, ${kind}, 1, 'EUR', ${refundId}, now())
      `.execute(pool())
    await expect(book('FOUND', null)).rejects.toMatchObject({ constraint: 'ledger_kind_known' })
    await expect(book('REFUNDED', null)).rejects.toMatchObject({
      constraint: 'ledger_refund_named',
    })
    await expect(book('CAPTURED', null)).rejects.toMatchObject({
      constraint: 'ledger_kind_taken_once',
    })
    await book('REFUNDED', 'rfd_once')
    await expect(book('REFUNDED', 'rfd_once')).rejects.toMatchObject({
      constraint: 'ledger_refund_once',
    })
  })

  it('a payment that was changed meanwhile is not overwritten', async () => {
    const { database } = world.parts.platform
    const stale = { ...paid, version: paid.version - 1 }
    const saving = database.transaction((tx) => savePayment(tx, stale, new Date()))
    await expect(saving).rejects.toThrow('changed without its lock')
  })

  it('a step never promises or takes more than exists', () => {
    const more = money(paid.captured.amountMinor + 1n, 'EUR')
    expect(() => reserveRefundStep(paid, more)).toThrow()
    expect(() => captureStep(paid, money(paid.amount.amountMinor + 1n, 'EUR'))).toThrow()
  })
})

/** All but those that were let through. */
function expectRefused(replies: readonly Reply[], code: string): void {
  const refused = replies.filter(({ status }) => status >= 300)
  expect(new Set(refused.map(({ body }) => body.meta.code))).toEqual(new Set([code]))
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where company_id = ${ours.companyId}
  `.execute(world.parts.platform.database.pool)
  return rows[0]?.count ?? 0
}

async function signedIn(): Promise<{ accessToken: string; refreshToken: string }> {
  const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
  const { email, password } = person
  return (await world.anybody.post('/auth/login', { email, password })).body.data
}

async function works(accessToken: string): Promise<boolean> {
  const client = createClient(world.baseUrl, { bearer: accessToken })
  return (await client.get('/auth/me')).status === 200
}

const refresh = (refreshToken: string) => world.anybody.post('/auth/refresh', { refreshToken })
