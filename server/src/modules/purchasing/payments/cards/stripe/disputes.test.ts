import Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aPaidPayment, aPayer, euros, usePaymentsWorld } from '#testing/payments'
import type { Payment } from '../../payment.ts'
import { providerEventsPath } from '../../routes.ts'
import { ProviderForbids } from '../provider.ts'
import { stripeLibrary } from './library.ts'
import { callStripe } from './refusal.ts'

let at = new Date()
const database = await useDatabase()
const world = await usePaymentsWorld(database, {
  speaks: 'stripe',
  now: () => at,
  timeoutMs: 10_000,
})

afterEach(async () => {
  at = new Date()
  await world.behave()
})

describe('a dispute', () => {
  it('that is lost takes the money back in our book, once, and notifies operators', async () => {
    const one = await aCapturedPayment()
    await bank(one, 'open')
    await until(one, 'OPEN')
    expect(await disputeOf(one)).toMatchObject({
      amount: euros('100.00'),
      reason: 'product_not_received',
      answerBy: expect.any(Date),
    })
    expect(await read(one)).toMatchObject({ state: 'SUCCEEDED', chargedBack: euros('0') })
    expect(await noticeOf(one)).toMatchObject([{ status: 'firing', severity: 'critical' }])

    await bank(one, 'lost')
    await until(one, 'LOST')
    expect(await read(one)).toMatchObject({
      state: 'REFUNDED',
      refunded: euros('0'),
      chargedBack: euros('100.00'),
    })
    expect(await kindsOf(one)).toEqual(['AUTHORIZED', 'CAPTURED', 'CHARGED_BACK'])
    expect(await eventsOf(one)).toEqual([
      'payment.disputed product_not_received',
      'payment.dispute_closed lost',
    ])
    expect(await noticeOf(one)).toMatchObject([{ status: 'firing' }])
    await expect(
      world.payments.refund(one.actor, {
        companyId: one.actor.companyId,
        paymentId: one.payment.id,
      }),
    ).rejects.toMatchObject({ code: 'payments.not_refundable' })
  })

  it('that is won keeps the money and resolves its incident', async () => {
    const one = await aCapturedPayment()
    await bank(one, 'open')
    await until(one, 'OPEN')
    await bank(one, 'won')
    await until(one, 'WON')
    expect(await read(one)).toMatchObject({ state: 'SUCCEEDED', chargedBack: euros('0') })
    expect(await kindsOf(one)).toEqual(['AUTHORIZED', 'CAPTURED'])
    expect(await noticeOf(one)).toMatchObject([{ status: 'resolved' }])
  })

  it('that is lost and won later returns the money in our book, once, and may be lost again', async () => {
    const one = await aCapturedPayment()
    await bank(one, 'open')
    await until(one, 'OPEN')
    await bank(one, 'lost')
    await until(one, 'LOST')
    await bank(one, 'won')
    await until(one, 'WON')
    expect(await read(one)).toMatchObject({ state: 'SUCCEEDED', chargedBack: euros('0') })
    const returned = ['AUTHORIZED', 'CAPTURED', 'CHARGED_BACK', 'CHARGE_RETURNED']
    expect(await kindsOf(one)).toEqual(returned)
    expect((await eventsOf(one)).at(-1)).toBe('payment.dispute_closed returned')
    expect(await noticeOf(one)).toMatchObject([
      { status: 'firing', summary: expect.stringContaining('won after all') },
    ])
    const reference = (await disputeOf(one))?.reference ?? ''
    await send(`evt_d_${reference}`, 'charge.dispute.funds_reinstated', reference)
    expect(await kindsOf(one)).toEqual(returned)

    at = after(at, 1_000)
    await bank(one, 'lost')
    await until(one, 'LOST')
    expect(await read(one)).toMatchObject({ state: 'REFUNDED', chargedBack: euros('100.00') })
    expect(await kindsOf(one)).toEqual([...returned, 'CHARGED_BACK'])
  })

  it('is read again when the newer decision is unclear', async () => {
    const one = await aCapturedPayment()
    await bank(one, 'open')
    await until(one, 'OPEN')
    await bank(one, 'lost')
    await until(one, 'LOST')
    const reference = (await disputeOf(one))?.reference ?? ''
    await silently(one)
    await bank(one, 'won')

    // By the clock of this process the other word was written down after this one was asked for.
    at = after(at, -60_000)
    const event = [`evt_e_${reference}`, 'charge.dispute.closed', reference] as const
    expect((await send(...event)).statusCode).toBe(503)
    expect(await disputeOf(one)).toMatchObject({ state: 'LOST' })
    at = after(at, 120_000)
    expect((await send(...event)).statusCode).toBe(200)
    expect(await read(one)).toMatchObject({ state: 'SUCCEEDED', chargedBack: euros('0') })
  })

  it('is booked once in any order and repetition', async () => {
    const one = await aCapturedPayment()
    await silently(one)
    await bank(one, 'open')
    await bank(one, 'lost')
    const { data } = await listedAtStripe(one)
    const reference = data[0]?.id ?? ''
    const last = [`evt_b_${reference}`, 'charge.dispute.closed', reference] as const
    const first = [`evt_a_${reference}`, 'charge.dispute.created', reference] as const
    const answers = [await send(...last), await send(...first), await send(...last)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await disputeOf(one)).toMatchObject({ state: 'LOST' })
    expect(await kindsOf(one)).toEqual(['AUTHORIZED', 'CAPTURED', 'CHARGED_BACK'])
    expect(await eventsOf(one)).toEqual(['payment.dispute_closed lost'])
  })

  it('is read again while Stripe is unreachable', async () => {
    const one = await aCapturedPayment()
    await silently(one)
    await bank(one, 'open')
    const reference = (await listedAtStripe(one)).data[0]?.id ?? ''
    const merchantReference = one.payment.id
    await world.misbehave({ getIntent: 'error_before', merchantReference, times: 1 })
    const event = [`evt_c_${reference}`, 'charge.dispute.created', reference] as const
    const answers = [await send(...event), await send(...event)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200])
    expect(await disputeOf(one)).toMatchObject({ state: 'OPEN' })
  })

  it('without an event is found by the comparison, and so is its end', async () => {
    const one = await aCapturedPayment()
    await silently(one)
    await bank(one, 'open')
    const [from, before] = [after(at, -daysMs(1)), after(at, daysMs(1))]
    expect((await world.payments.reconcile(from, before)).differences).toBeGreaterThan(0)
    expect(await disputeOf(one)).toMatchObject({ state: 'OPEN' })

    await bank(one, 'lost')
    at = after(at, daysMs(200))
    await world.payments.compareDays()
    expect(await read(one)).toMatchObject({ chargedBack: euros('100.00') })
  })

  it('that is unreadable for a moment is compared again, and no difference is reported', async () => {
    const one = await aCapturedPayment()
    await silently(one)
    await bank(one, 'open')
    await world.misbehave({ getIntent: 'error_before', merchantReference: one.payment.id })
    const day = [one.payment.createdAt, after(one.payment.createdAt, 1)] as const
    await expect(world.payments.reconcile(...day)).rejects.toThrow('did not answer clearly')
    expect(await differencesOf(one)).toEqual([])

    await world.behave()
    await world.payments.reconcile(...day)
    expect(await disputeOf(one)).toMatchObject({ state: 'OPEN' })
    expect(await differencesOf(one)).toEqual(['event_was_lost'])
  })

  it('that the key may not read is reported as a difference', async () => {
    const forbidden = new (stripeLibrary().errors.StripePermissionError)({
      type: 'invalid_request_error',
      message: 'This key may not read disputes.',
    })
    await expect(callStripe(Promise.reject(forbidden))).rejects.toBeInstanceOf(ProviderForbids)
  })

  it('leaves both books equal', async () => {
    const one = await aCapturedPayment()
    await bank(one, 'open')
    await until(one, 'OPEN')
    await bank(one, 'lost')
    await until(one, 'LOST')
    const created = one.payment.createdAt
    const { differences } = await world.payments.reconcile(created, after(created, 1))
    expect(differences).toBe(0)
  })

  it('that Stripe does not know is kept', async () => {
    expect((await send('evt_none', 'charge.dispute.created', 'dp_none')).statusCode).toBe(200)
  })
})

async function listedAtStripe({ payment }: Paid) {
  const intent = payment.providerReference?.replace('cs_test_', 'pi_')
  const answer = await fetch(`${world.sandbox.url}/v1/disputes?payment_intent=${intent}`, {
    headers: { authorization: 'Bearer sk_test_of_the_payment_tests' },
  })
  return (await answer.json()) as { data: { id: string }[] }
}

type Paid = { readonly actor: Actor; readonly payment: Payment }

async function aCapturedPayment(): Promise<Paid> {
  const actor = aPayer()
  return { actor, payment: await aPaidPayment(world, actor, { now: at }) }
}

/** A change at the bank. By default, Stripe sends its event. */
async function bank({ payment }: Paid, what: 'open' | 'won' | 'lost') {
  const answer = await fetch(`${world.sandbox.url}/stripe/test/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchantReference: payment.id, what }),
  })
  expect(answer.status).toBe(204)
}

async function disputeOf({ payment }: Paid) {
  const [dispute] = await world.payments.disputesOf(payment)
  return dispute
}

async function kindsOf({ payment }: Paid) {
  const entries = await world.payments.ledgerOf(payment)
  return entries.map(({ kind }) => kind)
}

async function noticeOf({ actor }: Paid) {
  const { rows } = await sql<{ status: string; severity: string; summary: string }>`
    select status, severity, summary from incidents.incidents
    where key = 'payments.disputed' and concerned_company = ${actor.companyId}
  `.execute(database.pool)
  return rows
}

async function differencesOf({ payment }: Paid) {
  const { rows } = await sql<{ problem: string }>`
    select details ->> 'problem' as problem from incidents.incidents
    where key = 'payments.reconciliation-mismatch' and details ->> 'paymentId' = ${payment.id}
    /* across companies: a test */
  `.execute(database.pool)
  return rows.map(({ problem }) => problem)
}

async function eventsOf({ actor, payment }: Paid) {
  const { rows } = await sql<{ type: string; reason: string }>`
    select type, data ->> 'reason' as reason from platform.events
    where company_id = ${actor.companyId} and entity_id = ${payment.id}
      and type like 'payment.dispute%' order by entity_version
  `.execute(database.pool)
  return rows.map(({ type, reason }) => `${type} ${reason}`)
}

/** As Stripe would send it, again or late. */
function send(id: string, type: string, reference: string) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: { id: reference } } })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_of_the_payment_tests',
    timestamp: Math.floor(at.getTime() / 1_000),
  })
  return world.http.inject({
    method: 'POST',
    url: providerEventsPath('stripe'),
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
}

const silently = ({ payment }: Paid) =>
  world.misbehave({ events: 'drop', merchantReference: payment.id })

const until = (one: Paid, state: string) =>
  vi.waitFor(async () => expect(await disputeOf(one)).toMatchObject({ state }), {
    timeout: 60_000,
  })

const read = ({ actor, payment }: Paid) => world.payments.get(actor, payment.id)
