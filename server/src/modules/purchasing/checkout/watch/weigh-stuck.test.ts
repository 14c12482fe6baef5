import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aCart } from '#testing/cart'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aCheckoutWorld, shipTo } from '../checkout.fixture.ts'
import { alertStuck } from './stuck.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
const { carts, payments, deps, checkout } = aCheckoutWorld(database, { now: () => now })

beforeEach(async () => {
  await sql`/* across companies: a clean table */ delete from checkout.attempts`.execute(
    database.pool,
  )
  await alertStuck(deps)
  now = start
})

describe('the incident of checkouts that wait for their payment', () => {
  it('is info for a buyer who left the payment page, and the checkout is shown as stuck', async () => {
    const { id } = await aWaitingCheckout()
    now = later(6)
    expect(await alertStuck(deps)).toBe(1)
    expect(await openIncident()).toMatchObject({
      severity: 'info',
      summary: `1 checkout has been PAYMENT_INITIATED_CART_RECONCILING for more than 5 minutes. They are: 1 with an open payment page. The oldest is ${id}.`,
      details: { count: 1, pageOpen: 1, paid: 0, failing: 0, pageEnded: 0 },
      notices: 1,
    })
    expect(await checkout.report({ limit: 10 })).toMatchObject([{ id, stuck: true }])
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ occurrences: 1 })
  })

  it.each([
    ['money was taken a minute ago', { state: 'SUCCEEDED', changedAt: 4.9 }],
    ['money is on hold', { state: 'AUTHORIZED', changedAt: 4.9 }],
    ['the provider has not answered for a minute', { failingSince: 4.9 }],
    ['the handoff never reached the provider', { state: 'INITIATED' }],
  ])('is critical when %s', async (_when, change) => {
    await aWaitingCheckout(change)
    now = later(6)
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ severity: 'critical' })
  })

  it.each([
    ['the buyer has paid just now', { state: 'SUCCEEDED', changedAt: 5.9 }],
    ['the provider has failed to answer once', { failingSince: 5.9 }],
  ])('stays info while %s', async (_when, change) => {
    await aWaitingCheckout(change)
    now = later(6)
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ severity: 'info' })
  })

  it('is critical when more than three wait whose page has ended', async () => {
    for (let ended = 0; ended < 3; ended += 1) await aWaitingCheckout({ expiresAt: 4 })
    now = later(6)
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ severity: 'info', details: { pageEnded: 3 } })

    now = start
    await aWaitingCheckout({ expiresAt: 4 })
    now = later(6)
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ severity: 'critical', details: { pageEnded: 4 } })
  })

  it('becomes critical without a new checkout, and info again when only open pages are left', async () => {
    const paid = await aWaitingCheckout()
    const late = await aWaitingCheckout()
    now = later(6)
    await alertStuck(deps)
    const info = await openIncident()
    await change(paid, { state: 'SUCCEEDED', changedAt: 6 })
    now = later(8)
    expect(await alertStuck(deps)).toBe(0)
    expect(await openIncident()).toMatchObject({ id: info?.id, severity: 'critical', notices: 2 })

    await end(paid)
    await alertStuck(deps)
    expect(await openIncident()).toMatchObject({ severity: 'info', details: { count: 1 } })
    await end(late)
    await alertStuck(deps)
    expect(await openIncident()).toBeUndefined()
  })
})

type Change = { state?: string; changedAt?: number; expiresAt?: number; failingSince?: number }

/** At the payment page, which is open for an hour unless the change says otherwise. Minutes are from the start. */
async function aWaitingCheckout(changes: Change = {}) {
  const companyId = await aCompany(database)
  const { actor } = await aPerson(database, { companyId })
  const limit = money(100_000n, 'EUR')
  await database.transaction((tx) =>
    payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, now),
  )
  const product = await aProduct(database, { unitPrice: '2.50', onHand: 10 })
  const { cart } = await aCart(carts, actor, [{ productId: product.id, quantity: 2 }])
  const about = { shipTo, expectedSnapshotVersion: cart.snapshotVersion, idempotency: undefined }
  const { id } = await checkout.start(actor, about)
  const { attempt } = await checkout.pay(actor, id, { method: 'invoice', idempotency: undefined })
  await sql`
    update checkout.attempts set state = 'PAYMENT_INITIATED_CART_RECONCILING', ended_at = null, order_id = null,
      payment_initiated_at = ${start}
    where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
  const waiting = { companyId, id, paymentId: attempt.paymentId }
  await change(waiting, { state: 'PENDING', changedAt: 0, expiresAt: 60, ...changes })
  return waiting
}

async function change(
  waiting: { companyId: string; id: string; paymentId: string | undefined },
  { state, changedAt, expiresAt, failingSince }: Change,
): Promise<void> {
  const { companyId, id, paymentId } = waiting
  const held = state === 'SUCCEEDED' || state === 'AUTHORIZED' ? 500 : 0
  await sql`
    update payments.payments set state = coalesce(${state ?? null}, state), authorized_minor = ${held},
      captured_minor = ${state === 'SUCCEEDED' ? held : 0}, expires_at = coalesce(${at(expiresAt)}, expires_at),
      changed_at = coalesce(${at(changedAt)}, changed_at)
    where company_id = ${companyId} and id = ${paymentId}
  `.execute(database.pool)
  await sql`
    update checkout.attempts set failing_since = ${at(failingSince)} where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
}

async function end({ companyId, id }: { companyId: string; id: string }): Promise<void> {
  await sql`
    update checkout.attempts set state = 'FAILED', ended_at = ${now} where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
}

async function openIncident() {
  const key = 'checkout.reconciling-stuck'
  const [open, ...more] = await deps.incidents.list({ key, status: 'firing' }, { limit: 10 })
  expect(more).toEqual([])
  return open
}

const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const at = (minutes: number | undefined) => (minutes === undefined ? null : later(minutes))
