import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { sql } from '#platform/db'
import { aCreditAccount, aPayer, aPayment, euros, usePaymentsWorld } from '#testing/payments'
import type { Payment } from '../index.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

describe('paying on net terms', () => {
  it('uses the credit and is authorised at once, on the net days of the account', async () => {
    const actor = await aDebtor('1000.00', 30)
    const payment = await anInvoice(actor, '100.00', new Date('2026-01-30T10:00:00Z'))

    expect(payment).toMatchObject({ state: 'AUTHORIZED', expiresAt: null, netDays: 30 })
    expect(payment).not.toHaveProperty('dueOn')
    expect(await usedBy(actor)).toEqual(euros('100.00'))
    expect(await world.payments.handOver(actor.companyId, payment.id)).toEqual(payment)
  })

  it('is refused without an account in the currency', async () => {
    const actor = await aDebtor('1000.00')
    const dollars = { amountMinor: 100n, currency: 'USD' }

    await expect(anInvoice(aPayer(), '1.00')).rejects.toMatchObject({
      code: 'payments.no_credit_account',
    })
    await expect(
      aPayment(world, actor, { method: 'invoice', amount: dollars }),
    ).rejects.toMatchObject({ code: 'payments.no_credit_account' })
  })

  it('never exceeds the credit limit of a company in parallel purchases', async () => {
    const actor = await aDebtor('500.00')

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => anInvoice(actor, '60.00')),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(
      new Set(['payments.credit_limit_exceeded']),
    )
    expect(await usedBy(actor)).toEqual(euros('480.00'))
  })

  it('releases the credit when it is cancelled, once', async () => {
    const actor = await aDebtor('100.00')
    const payment = await anInvoice(actor, '100.00')

    const ended = await Promise.all([1, 2, 3].map(() => cancel(payment)))

    expect(ended.map(({ state }) => state)).toEqual(['VOIDED', 'VOIDED', 'VOIDED'])
    expect(await usedBy(actor)).toEqual(euros('0'))
  })

  it('is owed after the capture, and free again after a refund or repayment', async () => {
    const actor = await aDebtor('100.00')
    const { companyId } = actor
    const payment = await anInvoice(actor, '100.00')

    await world.payments.capture(companyId, payment.id, euros('90.00'))
    expect(await usedBy(actor)).toEqual(euros('90.00'))

    const input = { companyId, paymentId: payment.id, amount: euros('20.00') }
    const { payment: refunded } = await world.payments.refund(actor, input)
    expect(refunded).toMatchObject({ state: 'PARTIALLY_REFUNDED' })
    expect(await usedBy(actor)).toEqual(euros('70.00'))
    expect(await eventsOf(payment)).toEqual([
      'payment.initiated',
      'payment.authorized',
      'payment.succeeded',
      'payment.refunded',
    ])

    await database.transaction((tx) =>
      world.payments.repayCredit(tx, companyId, euros('70.00'), new Date()),
    )
    expect(await usedBy(actor)).toEqual(euros('0'))
  })

  it('captured and cancelled at once ends in one of the two', async () => {
    const actor = await aDebtor('1000.00')
    for (let round = 0; round < 10; round += 1) {
      const payment = await anInvoice(actor, '10.00')
      const [taken] = await Promise.allSettled([
        world.payments.capture(actor.companyId, payment.id),
        cancel(payment),
      ])
      const end = await world.payments.find(database.pool, actor.companyId, payment.id)
      expect(end?.state).toBe(taken.status === 'fulfilled' ? 'SUCCEEDED' : 'VOIDED')
    }
  })
})

async function aDebtor(limit: string, netDays = 30): Promise<Actor> {
  const actor = aPayer()
  await aCreditAccount(world, actor.companyId, { limit: euros(limit), netDays })
  return actor
}

const anInvoice = (actor: Actor, amount: string, now = new Date()) =>
  aPayment(world, actor, { method: 'invoice', amount: euros(amount), now })

const cancel = ({ companyId, id }: Payment) => world.payments.cancel(companyId, id)

async function usedBy({ companyId }: Actor) {
  return (await world.payments.creditAccount(companyId, 'EUR'))?.used
}

/** In the order in which they were written. */
async function eventsOf({ companyId, id }: Payment): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events
    where company_id = ${companyId} and entity_id = ${id} order by arrival
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}
