import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { aPaidPayment, aPayer, aPayment, euros, usePaymentsWorld } from '#testing/payments'
import type { Payment } from '../index.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

afterEach(() => world.behave())

describe('refunding', () => {
  it('refunds a part, then the rest', async () => {
    const { actor, payment } = await aCapturedPayment()

    const part = await refund(actor, payment, '30.00')
    const rest = await refund(actor, payment)

    expect(part.payment).toMatchObject({ state: 'PARTIALLY_REFUNDED', refunded: euros('30.00') })
    expect(rest).toMatchObject({
      refund: { state: 'SUCCEEDED', amount: euros('70.00') },
      payment: { state: 'REFUNDED', refunding: euros('0') },
    })
    expect(await ledgerOf(payment)).toEqual([
      'AUTHORIZED 10000',
      'CAPTURED 10000',
      'REFUNDED 3000',
      'REFUNDED 7000',
    ])
  })

  it('two times 60 % at once succeeds once', async () => {
    const { actor, payment } = await aCapturedPayment()

    const results = await Promise.allSettled([
      refund(actor, payment, '60.00'),
      refund(actor, payment, '60.00'),
    ])

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'payments.refund_exceeds_captured' },
    })
    expect((await world.atProvider(payment)).refunds).toMatchObject([{ amount: '60.00' }])
  })

  it('never exceeds the captured amount in parallel requests', async () => {
    const { actor, payment } = await aCapturedPayment()

    await Promise.allSettled(Array.from({ length: 20 }, () => refund(actor, payment, '15.00')))

    const { refunds } = await world.atProvider(payment)
    expect(refunds).toHaveLength(6)
    expect(await found(payment)).toMatchObject({
      refunded: money(9_000n, 'EUR'),
      refunding: euros('0'),
    })
  })

  it('is refused before a capture, and beyond the captured amount', async () => {
    const actor = aPayer()
    const unpaid = await aPayment(world, actor)
    await expect(refund(actor, unpaid)).rejects.toMatchObject({ code: 'payments.not_refundable' })

    const { actor: other, payment } = await aCapturedPayment()
    await expect(refund(other, payment, '100.01')).rejects.toMatchObject({
      code: 'payments.refund_exceeds_captured',
      details: { refundable: '100.00' },
    })
  })

  it('releases the amount when the provider refuses', async () => {
    const { actor, payment } = await aCapturedPayment()
    await world.misbehave({ refund: 'refuse', merchantReference: payment.id, times: 1 })

    await expect(refund(actor, payment)).rejects.toMatchObject({ code: 'payments.refund_refused' })
    expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED', refunding: euros('0') })
    expect((await refund(actor, payment)).payment).toMatchObject({ state: 'REFUNDED' })
  })

  it.each(['error_before', 'error_after', 'timeout_before', 'timeout_after'])(
    'without an answer (%s) is completed by a worker, and happens once',
    async (fault) => {
      const { actor, payment } = await aCapturedPayment()
      const order = { refund: fault, events: 'drop', merchantReference: payment.id }
      await world.misbehave({ ...order, times: 2 })

      const asked = await refund(actor, payment, '40.00')
      expect(asked).toMatchObject({
        refund: { state: 'PENDING' },
        payment: { state: 'SUCCEEDED', refunding: euros('40.00') },
      })
      await world.behave()
      await makeRefundsDue(payment)
      await Promise.all([world.payments.redriveRefunds(), world.payments.redriveRefunds()])

      expect(await found(payment)).toMatchObject({
        state: 'PARTIALLY_REFUNDED',
        refunded: euros('40.00'),
        refunding: euros('0'),
      })
      expect((await world.atProvider(payment)).refunds).toHaveLength(1)
    },
  )

  it('at the provider by hand is found by asking the provider', async () => {
    const { payment } = await aCapturedPayment()
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.refundByHand(payment, '25.00')

    expect(await world.payments.refresh(payment.companyId, payment.id)).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refunded: euros('25.00'),
    })
  })
})

describe('undoing a payment in any state', () => {
  const undo = ({ companyId, id }: Payment) =>
    world.payments.refundInFull(companyId, id, 'no order', new Date())

  it('voids an open payment', async () => {
    const payment = await aPayment(world, aPayer())
    await world.payments.handOver(payment.companyId, payment.id)

    expect(await undo(payment)).toMatchObject({ state: 'VOIDED' })
  })

  it('refunds a captured payment once, from however many callers', async () => {
    const { payment } = await aCapturedPayment()

    await Promise.all([1, 2, 3, 4].map(() => undo(payment)))

    expect(await undo(payment)).toMatchObject({ state: 'REFUNDED' })
    expect((await world.atProvider(payment)).refunds).toMatchObject([{ amount: '100.00' }])
  })

  it('leaves the rest to a worker while the provider does not answer', async () => {
    const { payment } = await aCapturedPayment()
    await world.misbehave({ refund: 'error_before', merchantReference: payment.id, times: 1 })

    expect(await undo(payment)).toMatchObject({ refunding: euros('100.00') })
    await makeRefundsDue(payment)
    await world.payments.redriveRefunds()

    expect(await found(payment)).toMatchObject({ state: 'REFUNDED' })
  })
})

const found = ({ companyId, id }: Payment) => world.payments.find(database.pool, companyId, id)

async function aCapturedPayment(): Promise<{ actor: Actor; payment: Payment }> {
  const actor = aPayer()
  return { actor, payment: await aPaidPayment(world, actor) }
}

function refund(actor: Actor, { companyId, id: paymentId }: Payment, amount?: string) {
  const part = amount === undefined ? {} : { amount: euros(amount) }
  return world.payments.refund(actor, { companyId, paymentId, ...part })
}

async function ledgerOf(payment: Payment): Promise<string[]> {
  const entries = await world.payments.ledgerOf(payment)
  return entries.map(({ kind, amount }) => `${kind} ${amount.amountMinor}`)
}

async function makeRefundsDue({ companyId, id }: Payment): Promise<void> {
  await sql`
    update payments.refunds set available_at = ${new Date(0)}
    where company_id = ${companyId} and payment_id = ${id}
  `.execute(database.pool)
}
