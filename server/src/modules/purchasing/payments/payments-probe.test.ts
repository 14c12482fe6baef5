import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aPaidPayment, aPayer, euros, usePaymentsWorld } from '#testing/payments'
import { paymentsProbe } from './payments-probe.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

describe('the health of payments', () => {
  it('is good when nothing waits', async () => {
    expect(await read()).toEqual({ codes: [], metrics: expect.anything() })
  })

  it('names a refund that its provider keeps refusing', async () => {
    const buyer = aPayer()
    const payment = await aPaidPayment(world, buyer)
    await world.misbehave({ refund: 'error_before', merchantReference: payment.id, times: 1 })
    const input = { companyId: buyer.companyId, paymentId: payment.id, amount: euros('1.00') }
    await world.payments.refund(buyer, input)
    await world.behave()

    expect(await read()).toMatchObject({ codes: [], metrics: { refundsPending: 1 } })
    const long = after(new Date(), -minutesMs(16))
    await sql`
      update payments.refunds set created_at = ${long} where company_id = ${buyer.companyId}
    `.execute(database.pool)

    expect((await read()).codes).toEqual(['payments.refunds-behind'])
    await sql`
      update payments.refunds set created_at = now() where company_id = ${buyer.companyId}
    `.execute(database.pool)
  })

  it('names overdue checks and provider events that could not be booked', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })
    const late = after(new Date(), -minutesMs(6))
    await sql`update payments.payments set available_at = ${late} where company_id = ${payment.companyId} and id = ${payment.id}`.execute(
      database.pool,
    )
    await sql`
      insert into payments.provider_events (provider, id, type, outcome, payload, received_at)
      values ('sandbox', 'evt_odd', 'intent.succeeded', 'UNKNOWN_PAYMENT', '{}', now())
    `.execute(database.pool)

    const { incidents } = world
    const mismatch = {
      key: 'payments.reconciliation-mismatch',
      dedupeKey: 'sandbox/int_1',
    } as const
    const sighting = {
      ...mismatch,
      severity: 'critical',
      summary: 'Unknown.',
      details: {},
    } as const
    await database.transaction((tx) => incidents.notify(tx, { ...sighting, now: new Date() }))

    const { codes, metrics } = await read()
    expect(codes).toEqual(['payments.checks-behind', 'payments.events-unbooked'])
    expect(metrics).toMatchObject({ checksLate: 1, eventsUnbooked24h: 1 })

    // Somebody has looked at it, and that is said where the notice is: it is not asked for once more.
    await database.transaction((tx) => incidents.resolve(tx, { ...mismatch, now: new Date() }))
    expect((await read()).codes).toEqual(['payments.checks-behind'])
  })
})

async function read() {
  const { problems, metrics } = await paymentsProbe({ ...world, now: () => new Date() }).read()
  return { codes: problems.map(({ code }) => code), metrics }
}
