import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { signPaymentEvent } from '@purveyor/sandbox'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { crashPointNames } from '#platform/faults'
import {
  aPaidPayment,
  aPayer,
  aPayment,
  apiKey,
  eventSecret,
  usePaymentsWorld,
} from '#testing/payments'
import type { Doing, Doomed } from './crash.fixture.ts'
import type { Payment } from './index.ts'

const tried = new Set<string>()
const database = await useDatabase()
const world = await usePaymentsWorld(database)

afterEach(() => world.behave())

describe('a process that dies while it', () => {
  it.each([
    'payments.handover.begun',
    'payments.handover.intent_created',
    'payments.handover.recorded',
  ])('hands over (%s) leaves one intent to be found', async (point) => {
    const payment = await aPayment(world, aPayer())
    await dieAt(point, payment, { what: 'handOver' })

    expect(await world.payments.handOver(payment.companyId, payment.id)).toMatchObject({
      state: 'PENDING',
    })
    expect((await world.atProvider(payment)).intents).toHaveLength(1)
  })

  it.each(['payments.cancel.begun', 'payments.cancel.provider_done'])(
    'cancels (%s) leaves a payment that can be cancelled',
    async (point) => {
      const payment = await silent(await aPayment(world, aPayer()))
      await dieAt(point, payment, { what: 'cancel' })

      expect(await world.payments.cancel(payment.companyId, payment.id)).toMatchObject({
        state: 'VOIDED',
      })
    },
  )

  it.each(['payments.capture.begun', 'payments.capture.provider_done'])(
    'captures (%s) captures once',
    async (point) => {
      const payment = await silent(await aPaidPayment(world, aPayer(), { captureMethod: 'manual' }))
      await dieAt(point, payment, { what: 'capture' })
      await makeDue(payment)
      await world.payments.checkPayments()

      const { companyId, id } = payment
      const state = (await world.payments.find(database.pool, companyId, id))?.state
      expect(state).toBe(point.endsWith('begun') ? 'AUTHORIZED' : 'SUCCEEDED')
      if (state === 'AUTHORIZED') await world.payments.capture(companyId, id)
      expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
    },
  )

  it.each([
    ['payments.refund.promised', 'refund'],
    ['payments.refund.promised_in_full', 'refundInFull'],
    ['payments.refund.provider_done', 'refund'],
    ['payments.refund.settled', 'refund'],
  ] as const)('refunds (%s) refunds once', async (point, what) => {
    const payment = await silent(await aPaidPayment(world, aPayer()))
    await dieAt(point, payment, { what })
    await makeDue(payment)
    await world.payments.redriveRefunds()

    const { companyId, id } = payment
    expect(await world.payments.find(database.pool, companyId, id)).toMatchObject({
      state: 'REFUNDED',
    })
    expect((await world.atProvider(payment)).refunds).toHaveLength(1)
  })

  it('applies an event (payments.event.applied) applies it on the next delivery', async () => {
    const payment = await aPayment(world, aPayer())
    const intent = {
      id: 'int_1',
      merchantReference: payment.id,
      state: 'SUCCEEDED',
      amount: '100.00',
      captured: '100.00',
      refunded: '0.00',
      currency: 'EUR',
    }
    const body = JSON.stringify({ id: 'evt_crash', type: 'intent.succeeded', data: { intent } })
    const signature = signPaymentEvent(body, eventSecret, new Date())
    await dieAt('payments.event.applied', payment, { what: 'receiveEvent', body, signature })
    expect(await ledgerOf(payment)).toEqual([])

    const rawBody = Buffer.from(body)
    const headers = { 'sandbox-signature': signature }
    const received = { provider: 'sandbox', rawBody, headers }
    expect(await world.payments.receiveEvent(received)).toBe('APPLIED')
    expect(await world.payments.receiveEvent(received)).toBe('REPEATED')
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
  })

  it('does any of this is tested at every point there is', () => {
    const ours = crashPointNames.filter((name) => name.startsWith('payments.'))
    expect([...tried].sort()).toEqual([...ours].sort())
  })
})

/** Nothing is heard from the provider: what we learn, we learn by asking. */
async function silent(payment: Payment): Promise<Payment> {
  await world.misbehave({ events: 'drop', merchantReference: payment.id })
  return payment
}

async function dieAt(point: string, payment: Payment, doing: Doing): Promise<void> {
  tried.add(point)
  const doomed: Doomed = {
    databaseUrl: database.url,
    sandboxUrl: world.sandbox.url,
    apiKey,
    eventSecret,
    point,
    companyId: payment.companyId,
    paymentId: payment.id,
    doing,
  }
  const script = new URL('./crash.fixture.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(doomed)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(signal, said).toBe('SIGKILL')
}

async function makeDue({ companyId, id }: Payment): Promise<void> {
  const past = new Date(0)
  await sql`
    update payments.refunds set available_at = ${past}
    where company_id = ${companyId} and payment_id = ${id}
  `.execute(database.pool)
  await sql`
    update payments.payments set available_at = ${past}
    where company_id = ${companyId} and id = ${id} and available_at is not null
  `.execute(database.pool)
}

async function ledgerOf(payment: Payment): Promise<string[]> {
  const entries = await world.payments.ledgerOf(payment)
  return entries.map(({ kind, amount }) => `${kind} ${amount.amountMinor}`)
}
