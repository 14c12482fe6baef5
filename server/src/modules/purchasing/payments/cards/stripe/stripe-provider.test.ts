import Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { type Money, money } from '#kernel/money'
import { aPaidPayment, aPayer, aPayment, euros, usePaymentsWorld } from '#testing/payments'
import { providerEventsPath } from '../../routes.ts'

let at = new Date()
const database = await useDatabase()
const world = await usePaymentsWorld(database, {
  speaks: 'stripe',
  now: () => at,
  timeoutMs: 2_000,
})

afterEach(async () => {
  at = new Date()
  await world.behave()
})

describe('a card payment at Stripe', () => {
  it('has a hosted page and is captured after the payment there', async () => {
    const { actor, payment } = await beginPayment({ returnUrl: 'https://shop.example/back' })
    expect(payment).toMatchObject({ state: 'PENDING', provider: 'stripe' })
    expect(payment.providerReference).toMatch(/^cs_test_/)

    const answer = await world.press(payment, 'pay')

    expect(answer.headers.get('location')).toContain(`paymentId=${payment.id}`)
    await vi.waitFor(
      async () => {
        expect(await world.payments.get(actor, payment.id)).toMatchObject({
          state: 'SUCCEEDED',
          captured: euros('100.00'),
        })
      },
      { timeout: 60_000 },
    )
  })

  it('fails at once without an address to return the buyer to', async () => {
    expect((await beginPayment({ returnUrl: 'https://' })).payment).toMatchObject({
      state: 'FAILED',
      failureReason: 'return_url_invalid',
    })
  })

  it('stays open when a card is declined: the payer may use another one', async () => {
    const { payment, refresh } = await beginPayment()

    await world.press(payment, 'decline')

    expect(await refresh()).toMatchObject({ state: 'PENDING' })
    await world.press(payment, 'pay')
    expect(await refresh()).toMatchObject({ state: 'SUCCEEDED' })
  })

  it('is created once, however often it is handed over', async () => {
    const actor = aPayer()
    const { companyId, id } = await aPayment(world, actor, { now: at })

    const payments = await Promise.all(
      Array.from({ length: 8 }, () => world.payments.handOver(companyId, id)),
    )

    expect(new Set(payments.map(({ providerReference }) => providerReference)).size).toBe(1)
    expect((await world.atProvider(payments[0] as never)).intents).toHaveLength(1)
  })

  it.each(['error_before', 'error_after', 'timeout_before', 'timeout_after'])(
    'survives a handoff that ends in %s: the next one finds the same session',
    async (fault) => {
      const actor = aPayer()
      const { companyId, id } = await aPayment(world, actor, { now: at })
      await world.misbehave({ createIntent: fault, merchantReference: id, times: 1 })

      await expect(world.payments.handOver(companyId, id)).rejects.toMatchObject({
        code: 'payments.provider_unavailable',
      })
      const payment = await world.payments.handOver(companyId, id)

      expect(payment.state).toBe('PENDING')
      expect((await world.atProvider(payment)).intents).toHaveLength(1)
    },
  )

  it('of an amount that Stripe cannot hold is neither started nor offered', async () => {
    const actor = aPayer()
    const amount = money(1_234n, 'KWD')
    await expect(aPayment(world, actor, { amount, now: at })).rejects.toMatchObject({
      code: 'payments.amount_not_supported',
      details: { amount: '1.234', currency: 'KWD' },
    })
    const offered = (asked?: Money) => world.payments.offeredMethods(actor.companyId, 'KWD', asked)
    const refused = { method: 'card', refusal: 'payments.amount_not_supported' }
    expect((await offered(amount))[0]).toEqual(refused)
    for (const asked of [undefined, money(1_230n, 'KWD')]) {
      expect((await offered(asked))[0]).toMatchObject({ method: 'card', refusal: undefined })
    }
  })

  it('that Stripe refuses fails with its reason', async () => {
    const actor = aPayer()
    const { companyId, id } = await aPayment(world, actor, { now: at })
    await world.misbehave({ createIntent: 'refuse', merchantReference: id, times: 1 })

    expect(await world.payments.handOver(companyId, id)).toMatchObject({
      state: 'FAILED',
      failureReason: 'card_declined',
    })
  })

  it('ends at our deadline, which is shorter than a session may live', async () => {
    const { payment, refresh } = await beginPayment()
    at = new Date(at.getTime() + 16 * 60_000)

    expect(await refresh()).toMatchObject({ state: 'VOIDED', failureReason: 'expired' })

    await world.press(payment, 'pay')
    expect(await refresh()).toMatchObject({ state: 'VOIDED' })
  })

  it('can be cancelled before it is paid, and not after', async () => {
    const early = await beginPayment()
    const late = await beginPayment()
    await world.press(late.payment, 'pay')

    const { companyId } = early.payment
    expect(await world.payments.cancel(companyId, early.payment.id)).toMatchObject({
      state: 'VOIDED',
    })
    expect(await world.payments.cancel(late.payment.companyId, late.payment.id)).toMatchObject({
      state: 'SUCCEEDED',
    })
  })
})

describe('an authorisation at Stripe', () => {
  it('is captured in part, and the rest is released', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual', now: at })
    expect(payment.state).toBe('AUTHORIZED')

    const { companyId, id } = payment
    const after = await world.payments.capture(companyId, id, euros('60.00'))

    expect(after).toMatchObject({ captured: euros('60.00'), voided: euros('40.00') })
    expect(await world.atProvider(payment)).toMatchObject({ intents: [{ captured: '6000' }] })
  })

  it('is captured once when Stripe captures without an answer', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual', now: at })
    const { companyId, id } = payment
    await world.misbehave({ capture: 'error_after', merchantReference: id, times: 1 })

    await expect(world.payments.capture(companyId, id)).rejects.toMatchObject({
      code: 'payments.provider_unavailable',
    })

    expect(await world.payments.refresh(companyId, id)).toMatchObject({
      state: 'SUCCEEDED',
      captured: euros('100.00'),
    })
  })

  it('is voided', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual', now: at })

    const after = await world.payments.void(payment.companyId, payment.id)

    expect(after).toMatchObject({ state: 'VOIDED', voided: euros('100.00') })
    expect(await world.atProvider(payment)).toMatchObject({ intents: [{ state: 'canceled' }] })
  })
})

describe('a refund at Stripe', () => {
  it('is made once, also when its answer was lost', async () => {
    const actor = aPayer()
    const payment = await aPaidPayment(world, actor, { now: at })
    const { companyId, id: paymentId } = payment
    await world.misbehave({ refund: 'error_after', merchantReference: paymentId, times: 1 })

    const amount = euros('30.00')
    const first = await world.payments.refund(actor, { companyId, paymentId, amount })
    expect(first.refund.state).toBe('PENDING')
    at = new Date(at.getTime() + 3_600_000)
    await world.payments.redriveRefunds()

    expect(await world.payments.refresh(companyId, paymentId)).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refunded: amount,
    })
    expect((await world.atProvider(payment)).refunds).toEqual([
      { amount: '3000', merchantReference: first.refund.id },
    ])
  })

  it('that somebody made there by hand is ours when the event comes', async () => {
    const actor = aPayer()
    const payment = await aPaidPayment(world, actor, { now: at })

    await world.refundByHand(payment, '25.00')

    await vi.waitFor(
      async () => {
        expect(await world.payments.get(actor, payment.id)).toMatchObject({
          refunded: euros('25.00'),
        })
      },
      { timeout: 60_000 },
    )
  })
})

describe('an event of Stripe', () => {
  const secret = 'whsec_of_the_payment_tests'
  const send = (body: string, signature?: string) =>
    world.http.inject({
      method: 'POST',
      url: providerEventsPath('stripe'),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature':
          signature ??
          Stripe.webhooks.generateTestHeaderString({
            payload: body,
            secret,
            timestamp: Math.floor(at.getTime() / 1_000),
          }),
      },
      payload: body,
    })
  const anEvent = (id: string, type: string, object: object) =>
    JSON.stringify({ id, object: 'event', type, data: { object } })

  it('signed by the official library is applied once, whatever it claims', async () => {
    const { payment, refresh } = await beginPayment()
    const claim = { id: 'cs_x', amount_total: 1, metadata: { payment_id: payment.id } }
    const body = anEvent(`evt_${payment.id}`, 'checkout.session.completed', claim)

    const answers = [await send(body), await send(body)]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    // Nobody has paid: what counts is what Stripe answers, not what an event says.
    expect(await refresh()).toMatchObject({ state: 'PENDING' })
  })

  it.each([
    ['of another secret', (body: string) => header(body, 'whsec_somebody_elses')],
    ['that is too old', (body: string) => header(body, secret, 301)],
    ['without a signature', () => ''],
  ])('%s is refused', async (_what, signature) => {
    const body = anEvent('evt_bad', 'checkout.session.completed', {})

    const answer = await send(body, signature(body))

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ meta: { code: 'payments.event_signature_invalid' } })
  })

  function header(payload: string, by: string, ageSeconds = 0): string {
    const timestamp = Math.floor(at.getTime() / 1_000) - ageSeconds
    return Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp })
  }

  it('about an unknown payment is kept and reported', async () => {
    const object = { id: 'cs_stray', metadata: { payment_id: 'pay_unknown' } }

    const answer = await send(anEvent('evt_stray', 'checkout.session.completed', object))

    expect(answer.statusCode).toBe(200)
    const incidents = await world.incidents.list({}, { limit: 100 })
    expect(incidents).toContainEqual(
      expect.objectContaining({ key: 'payments.reconciliation-mismatch' }),
    )
  })

  it('of an irrelevant kind is kept', async () => {
    const answer = await send(anEvent('evt_other', 'customer.created', { id: 'cus_1' }))

    expect(answer.statusCode).toBe(200)
  })

  it('is read again while Stripe is unreachable', async () => {
    const { payment } = await beginPayment()
    await world.misbehave({ getIntent: 'error_before', merchantReference: payment.id, times: 1 })
    const object = { id: 'cs_x', metadata: { payment_id: payment.id } }
    const body = anEvent(`evt_again_${payment.id}`, 'checkout.session.completed', object)

    const first = await send(body)
    const second = await send(body)

    expect([first.statusCode, second.statusCode]).toEqual([503, 200])
  })
})

describe('the daily comparison with Stripe', () => {
  it('finds what an event missed, and applies it', async () => {
    const { actor, payment } = await beginPayment()
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.press(payment, 'pay')

    const day = 24 * 3_600_000
    const result = await world.payments.reconcile(
      new Date(at.getTime() - day),
      new Date(at.getTime() + day),
    )

    expect(result.differences).toBeGreaterThan(0)
    expect(await world.payments.get(actor, payment.id)).toMatchObject({ state: 'SUCCEEDED' })
  })
})

async function beginPayment(wishes: Parameters<typeof aPayment>[2] = {}) {
  const actor = aPayer()
  const { companyId, id } = await aPayment(world, actor, { now: at, ...wishes })
  const payment = await world.payments.handOver(companyId, id)
  const refresh = () => world.payments.refresh(companyId, id)
  return { actor, payment, refresh }
}
