import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { aPaidPayment, aPayer, aPayment, euros, usePaymentsWorld } from '#testing/payments'
import { createPayments, type Payment } from '../index.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

afterEach(() => world.behave())

describe('opening a card payment', () => {
  it('records it and publishes an event', async () => {
    const payment = await aPayment(world, aPayer(), { checkoutId: 'chk_1' })

    expect(payment).toMatchObject({ state: 'INITIATED', provider: 'sandbox', checkoutId: 'chk_1' })
    expect(await eventsOf(payment)).toEqual(['payment.initiated'])
  })

  it('is refused without a configured provider', async () => {
    const { payments: _, ...rest } = world
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const payments = createPayments({ database, providers: [], now: () => new Date(), log })

    await expect(aPayment({ ...rest, payments }, aPayer())).rejects.toMatchObject({
      code: 'payments.provider_not_configured',
      status: 503,
    })
  })
})

describe('the handoff', () => {
  it('returns the payment address, and makes one intent however often it runs', async () => {
    const payment = await aPayment(world, aPayer())

    const handed = await Promise.all([1, 2, 3, 4].map(() => handOver(payment)))
    const again = await handOver(payment)

    expect(again).toMatchObject({ state: 'PENDING' })
    expect(new Set([...handed, again].map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect((await world.atProvider(payment)).intents).toHaveLength(1)
  })

  it('fails when the provider refuses', async () => {
    const payment = await aPayment(world, aPayer())
    await world.misbehave({ createIntent: 'refuse', merchantReference: payment.id })

    expect(await handOver(payment)).toMatchObject({
      state: 'FAILED',
      failureReason: 'refused_by_bank',
    })
    expect(await eventsOf(payment)).toEqual(['payment.initiated', 'payment.failed'])
  })

  it.each(['error_before', 'error_after', 'timeout_before', 'timeout_after'])(
    'keeps the state when the outcome is unclear (%s), and finds the one intent next time',
    async (createIntent) => {
      const payment = await aPayment(world, aPayer())
      await world.misbehave({ createIntent, merchantReference: payment.id, times: 1 })

      await expect(handOver(payment)).rejects.toMatchObject({
        code: 'payments.provider_unavailable',
        status: 503,
        retryAfterSeconds: 5,
      })
      expect(await found(payment)).toMatchObject({ state: 'INITIATED' })
      expect(await handOver(payment)).toMatchObject({ state: 'PENDING' })
      expect((await world.atProvider(payment)).intents).toHaveLength(1)
    },
  )
})

describe('the payer', () => {
  it('pays, and the provider’s event completes the payment', async () => {
    const payment = await aPayment(world, aPayer())
    await world.press(await handOver(payment), 'pay')

    await vi.waitFor(
      async () => expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED' }),
      { timeout: 60_000 },
    )
    expect(await found(payment)).toMatchObject({ captured: euros('100.00') })
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
    expect(await eventsOf(payment)).toEqual(['payment.initiated', 'payment.succeeded'])
  })

  it('declines, and the payment fails', async () => {
    const payment = await aPayment(world, aPayer())
    await world.press(await handOver(payment), 'decline')

    await vi.waitFor(async () => expect(await found(payment)).toMatchObject({ state: 'FAILED' }), {
      timeout: 60_000,
    })
    expect(await found(payment)).toMatchObject({ failureReason: 'declined' })
  })

  it('pays, the event is lost, and reading the payment finds out', async () => {
    const payment = await aPayment(world, aPayer())
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.press(await handOver(payment), 'pay')

    expect(await found(payment)).toMatchObject({ state: 'PENDING' })
    const refreshed = await Promise.all([1, 2, 3].map(() => refresh(payment)))

    expect(refreshed.map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
    expect(await eventsOf(payment)).toEqual(['payment.initiated', 'payment.succeeded'])
  })

  it('pays, the event is lost, and a worker finds out', async () => {
    const payment = await aPayment(world, aPayer())
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.press(await handOver(payment), 'pay')
    await sql`
      update payments.payments set available_at = ${new Date(0)}
      where company_id = ${payment.companyId} and id = ${payment.id}
    `.execute(database.pool)

    await world.payments.checkPayments()

    expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED' })
  })
})

describe('cancelling', () => {
  it('voids an unpaid payment', async () => {
    const payment = await aPayment(world, aPayer())
    await handOver(payment)

    expect(await cancel(payment)).toMatchObject({ state: 'VOIDED' })
    expect(await cancel(payment)).toMatchObject({ state: 'VOIDED' })
    expect(await eventsOf(payment)).toEqual(['payment.initiated', 'payment.voided'])
  })

  it('leaves nothing that a simultaneous handoff could revive', async () => {
    const payment = await aPayment(world, aPayer())
    const ended = await Promise.all([handOver(payment), cancel(payment), handOver(payment)])

    expect(ended[1]).toMatchObject({ state: 'VOIDED' })
    expect(await handOver(payment)).toMatchObject({ state: 'VOIDED' })
    expect((await world.atProvider(payment)).intents).toMatchObject([{ state: 'CANCELLED' }])
  })

  it('reports that the payer was faster', async () => {
    const payment = await aPayment(world, aPayer())
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.press(await handOver(payment), 'pay')

    expect(await cancel(payment)).toMatchObject({ state: 'SUCCEEDED' })
  })

  it('and paying at the same moment end in one state, the same on both sides', async () => {
    for (let round = 0; round < 8; round += 1) {
      const payment = await aPayment(world, aPayer())
      const handed = await handOver(payment)
      const [cancelled] = await Promise.all([cancel(payment), world.press(handed, 'pay')])
      const [intent] = (await world.atProvider(payment)).intents

      const fits = { SUCCEEDED: 'SUCCEEDED', CANCELLED: 'VOIDED' }[intent?.state ?? '']
      expect(cancelled.state).toBe(fits)
      expect((await refresh(payment)).state).toBe(fits)
    }
  })
})

describe('capturing', () => {
  it('takes the authorised amount once', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })
    expect(payment).toMatchObject({ state: 'AUTHORIZED', captured: euros('0') })

    expect(await capture(payment)).toMatchObject({ state: 'SUCCEEDED' })
    await expect(capture(payment)).rejects.toMatchObject({ code: 'payments.not_capturable' })
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
  })

  it('takes a part and releases the rest', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })

    expect(await capture(payment, '60.00')).toMatchObject({ captured: euros('60.00') })
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 6000', 'VOIDED 4000'])
  })

  it('never takes more than was authorised, or another currency', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })

    await expect(capture(payment, '100.01')).rejects.toMatchObject({
      code: 'payments.amount_exceeds_authorized',
    })
    const dollars = { amountMinor: 100n, currency: 'USD' }
    await expect(
      world.payments.capture(payment.companyId, payment.id, dollars),
    ).rejects.toMatchObject({ code: 'payments.currency_mismatch' })
  })

  it('different amounts at once succeeds once', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })
    const results = await Promise.allSettled([capture(payment, '60.00'), capture(payment, '70.00')])

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await world.atProvider(payment)).intents).toHaveLength(1)
    const { captured } = await refresh(payment)
    expect([6_000n, 7_000n]).toContain(captured.amountMinor)
  })

  it.each(['error_after', 'timeout_after'])(
    'without an answer (%s) is found by asking the provider',
    async (fault) => {
      const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })
      await world.misbehave({ capture: fault, events: 'drop', merchantReference: payment.id })

      await expect(capture(payment)).rejects.toMatchObject({
        code: 'payments.provider_unavailable',
      })
      expect(await refresh(payment)).toMatchObject({ state: 'SUCCEEDED' })
    },
  )

  it('and voiding exclude each other', async () => {
    const taken = await aPaidPayment(world, aPayer())
    const dropped = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })

    await expect(world.payments.void(taken.companyId, taken.id)).rejects.toMatchObject({
      code: 'payments.not_voidable',
    })
    expect(await world.payments.void(dropped.companyId, dropped.id)).toMatchObject({
      state: 'VOIDED',
    })
    expect(await ledgerOf(dropped)).toEqual(['AUTHORIZED 10000', 'VOIDED 10000'])
    await expect(capture(dropped)).rejects.toMatchObject({ code: 'payments.not_capturable' })
  })
})

const handOver = ({ companyId, id }: Payment) => world.payments.handOver(companyId, id)
const refresh = ({ companyId, id }: Payment) => world.payments.refresh(companyId, id)
const cancel = ({ companyId, id }: Payment) => world.payments.cancel(companyId, id)
const capture = ({ companyId, id }: Payment, amount?: string) =>
  world.payments.capture(companyId, id, amount === undefined ? undefined : euros(amount))
const found = ({ companyId, id }: Payment) => world.payments.find(database.pool, companyId, id)

async function ledgerOf(payment: Payment): Promise<string[]> {
  const entries = await world.payments.ledgerOf(payment)
  return entries.map(({ kind, amount }) => `${kind} ${amount.amountMinor}`)
}

/** In the order in which they were written. */
async function eventsOf({ companyId, id }: Payment): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events
    where company_id = ${companyId} and entity_id = ${id} order by arrival
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}
