import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { after, minutesMs } from '#kernel/time'
import type { Payment } from '#modules/payments'
import { sql } from '#platform/db'
import { aPaidPayment, usePaymentsWorld } from '#testing/payments'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
} from '../fulfilment/fulfilment.fixture.ts'
import { createFulfilment, type Fulfilment } from '../index.ts'
import { findOrder } from '../order-store.ts'
import { settleCreditsOf } from './settle-credits.ts'

let aheadMs = 0
let world: FulfilmentWorld
let fulfilment: Fulfilment
let order: PlacedOrder
let payment: Payment
const now = () => new Date(Date.now() + aheadMs)
const database = await useDatabase()
const atProvider = await usePaymentsWorld(database, { now, timeoutMs: 10_000 })

afterEach(() => atProvider.behave())
beforeEach(async () => {
  const { deps } = aFulfilmentWorld(database)
  const { payments, incidents } = atProvider
  world = { ...aFulfilmentWorld(database), deps: { ...deps, payments, incidents, now } }
  fulfilment = createFulfilment(world.deps)
  order = await aPlacedOrder(world, [{ quantity: 4 }])
  payment = await aPaidPayment(atProvider, order.buyer, {
    amount: money(1_000n, 'EUR'),
    now: now(),
  })
  // Placed on net terms, as the fixture does; paid by card from here on.
  await sql`
    update orders.orders set payment_id = ${payment.id}
    where company_id = ${order.buyer.companyId} and id = ${order.id}
  `.execute(database.pool)
  await atProvider.misbehave({ refund: 'refuse', merchantReference: payment.id })
})

describe('a refund that its provider refuses', () => {
  it('is tried a limited number of times, and then operators are notified', async () => {
    await cancelled(1)
    expect(await credit()).toMatchObject({ state: 'WAITING', refusals: 1 })
    // Who repeats the request does not use the tries up.
    await settleCreditsOf(world.deps, order.buyer.companyId, order.id)
    expect(await refunds()).toBe(1)
    await theWorkerTries()
    expect(await credit()).toMatchObject({ state: 'WAITING', refusals: 2 })
    expect(await notices()).toEqual([])

    await theWorkerTries()
    expect(await credit()).toMatchObject({ state: 'REFUSED', refusals: 3 })
    expect(await notices()).toEqual([{ status: 'firing', severity: 'critical' }])
    await theWorkerTries()
    expect(await refunds()).toBe(3)
    expect(await fulfilment.measure()).toMatchObject({ creditsWaiting: 0, creditsRefused: 1 })
    const { refunding } = await atProvider.payments.get(order.buyer, payment.id)
    expect(refunding.amountMinor).toBe(0n)
  })

  it('is retried when an operator says so, and is then refunded once', async () => {
    await refused()
    await atProvider.behave()
    const retried = await fulfilment.retryCredit(operator(), await decision())
    expect(retried.credits).toMatchObject([{ state: 'WAITING', refusals: 0 }])
    expect(await notices()).toMatchObject([{ status: 'resolved' }])
    await theWorkerTries()
    expect(await credit()).toMatchObject({ state: 'SETTLED', settled: money(250n, 'EUR') })
    expect((await atProvider.atProvider(payment)).refunds).toMatchObject([{ amount: '2.50' }])
    await expect(fulfilment.retryCredit(operator(), await decision())).rejects.toMatchObject({
      code: 'orders.credit_not_refused',
    })
  })

  it('counts as refunded when it was refunded outside, and is never refunded again', async () => {
    await refused()
    const both = await Promise.allSettled([
      fulfilment.payCreditOtherwise(operator(), await decision()),
      fulfilment.payCreditOtherwise(operator(), await decision()),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await atProvider.behave()

    expect(await credit()).toMatchObject({ state: 'SETTLED', settled: money(250n, 'EUR') })
    const after = await atProvider.payments.get(order.buyer, payment.id)
    expect(after).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refunded: money(0n, 'EUR'),
      paidOut: money(250n, 'EUR'),
    })
    const ledger = await atProvider.payments.ledgerOf(after)
    expect(ledger.at(-1)).toMatchObject({ kind: 'PAID_OUT', amount: money(250n, 'EUR') })
    expect(await notices()).toMatchObject([{ status: 'resolved' }])

    const asked = { companyId: order.buyer.companyId, paymentId: payment.id }
    const all = await atProvider.payments.refund(operator(), asked)
    expect(all.payment).toMatchObject({ state: 'REFUNDED', refunded: money(750n, 'EUR') })
  })

  it('leaves both books equal: the daily comparison finds nothing', async () => {
    await refused()
    await fulfilment.payCreditOtherwise(operator(), await decision())
    const { createdAt } = payment
    const [from, before] = [after(createdAt, -1_000), after(createdAt, minutesMs(1))]
    const { differences } = await atProvider.payments.reconcile(from, before)
    expect(differences).toBe(0)
  })

  it('of another order is not found', async () => {
    await refused()
    const elsewhere = await aPlacedOrder(world)
    const wrong = { ...(await decision()), orderId: elsewhere.id }
    await expect(fulfilment.payCreditOtherwise(operator(), wrong)).rejects.toMatchObject({
      code: 'orders.credit_not_found',
    })
  })
})

async function credit() {
  const document = await findOrder(database.pool, order.buyer.companyId, order.id)
  const [only] = document?.credits ?? []
  if (!only) throw new Error('nothing is owed')
  return only
}

async function theWorkerTries() {
  aheadMs += minutesMs(20)
  await fulfilment.settleCredits()
}

async function refunds() {
  return (await atProvider.payments.refundsOf(payment)).length
}

async function notices() {
  const { rows } = await sql<{ status: string; severity: string }>`
    select status, severity from incidents.incidents
    where key = 'orders.credit-refused' and concerned_company = ${order.buyer.companyId}
  `.execute(database.pool)
  return rows
}

/** As often as `refusalsMax` of the fixture says. */
async function refused() {
  await cancelled(1)
  await theWorkerTries()
  await theWorkerTries()
}

const operator = (): Actor => ({ ...order.buyer, roles: new Set(['operator']) })

const cancelled = (pieces: number) =>
  fulfilment.cancel(order.buyer, {
    orderId: order.id,
    idempotency: undefined,
    lines: [{ lineNumber: 1, quantity: quantityOf(pieces) }],
  })

const decision = async (note = 'Paid by bank transfer.') => ({
  orderId: order.id,
  idempotency: undefined,
  creditId: (await credit()).id,
  note,
})
