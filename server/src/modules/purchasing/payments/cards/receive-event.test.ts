import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs } from '#kernel/time'
import {
  aPaidPayment,
  aPayer,
  aPayment,
  euros,
  eventSecret,
  usePaymentsWorld,
} from '#testing/payments'
import { type Payment, providerEventsPath } from '../index.ts'
import { anEvent, type Wire } from './sandbox-event.fixture.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

afterEach(() => world.behave())

describe("a provider's event", () => {
  it('is applied once, however often and whenever it comes', async () => {
    const payment = await handedOver()
    const event = anEvent(payment, 'intent.succeeded', { state: 'SUCCEEDED', captured: '100.00' })

    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(event)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
    expect(await outcomesOf(payment)).toEqual(['APPLIED'])
  })

  it('that comes twice over real HTTP changes nothing the second time', async () => {
    const payment = await handedOver()
    await world.misbehave({ events: 'duplicate', merchantReference: payment.id })
    await world.press(payment, 'pay')

    await vi.waitFor(async () => expect(await outcomesOf(payment)).toEqual(['APPLIED']), {
      timeout: 60_000,
    })
    expect(await ledgerOf(payment)).toEqual(['AUTHORIZED 10000', 'CAPTURED 10000'])
  })

  it('that comes late does not undo newer ones', async () => {
    const payment = await handedOver()
    const steps = [
      anEvent(payment, 'intent.succeeded', { state: 'SUCCEEDED', captured: '100.00' }),
      anEvent(payment, 'intent.authorized', { state: 'AUTHORIZED' }),
      anEvent(payment, 'intent.created', { state: 'REQUIRES_PAYMENT' }),
    ]
    for (const event of steps) await send(event)

    expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED' })
    expect(await outcomesOf(payment)).toEqual(['APPLIED', 'NOT_NEWS', 'NOT_NEWS'])
  })

  it('may come before our record of the intent', async () => {
    const payment = await aPayment(world, aPayer())
    const intent = { id: 'int_early', state: 'SUCCEEDED', captured: '100.00' }
    await send(anEvent(payment, 'intent.succeeded', intent))

    expect(await found(payment)).toMatchObject({
      state: 'SUCCEEDED',
      providerReference: 'int_early',
    })
  })

  it('of a refund may come before the event of the payment', async () => {
    const payment = await handedOver()
    const refund = {
      id: 'rfd_early',
      merchantReference: '',
      state: 'SUCCEEDED',
      amount: '40.00',
      currency: 'EUR',
    }
    const intent = { state: 'SUCCEEDED', captured: '100.00', refunded: '40.00' }
    await send(anEvent(payment, 'refund.succeeded', intent, refund))
    await send(anEvent(payment, 'intent.succeeded', { ...intent, refunded: '0.00' }))

    expect(await found(payment)).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refunded: euros('40.00'),
    })
  })

  it('of an unknown kind is kept', async () => {
    const id = randomUUID()
    const answer = await send({ id, type: 'dispute.opened', data: { whatever: ['x'] } })

    expect(answer.statusCode).toBe(200)
    expect(await outcomeOf(id)).toBe('KEPT')
  })

  it('is deleted after 90 days, and not before', async () => {
    const [old, recent] = [randomUUID(), randomUUID()]
    for (const id of [old, recent]) await send({ id, type: 'dispute.opened' })
    for (const [id, days] of [
      [old, 91],
      [recent, 89],
    ] as const) {
      await sql`
        update payments.provider_events set received_at = ${after(new Date(), -daysMs(days))}
        where id = ${id}
      `.execute(database.pool)
    }
    await world.payments.purgeEvents()

    expect(await outcomeOf(old)).toBeUndefined()
    expect(await outcomeOf(recent)).toBe('KEPT')
  })

  it('that is signed and unreadable is kept too', async () => {
    expect((await sendRaw('no JSON at all')).statusCode).toBe(200)
    expect((await sendRaw('{"id":"a\\u0000b","type":"x"}')).statusCode).toBe(200)
  })
})

describe('an event without a valid signature', () => {
  it.each([
    ['is not signed', () => null],
    ['is signed with another secret', (body: string) => sign(body, 'another secret')],
    ['was changed on the way', (body: string) => sign(`${body} `)],
    ['is too old', (body: string) => sign(body, eventSecret, -301)],
    // More than a second over what is tolerated: the clock goes on until it is looked at.
    ['comes from the future', (body: string) => sign(body, eventSecret, 360)],
    ['has a signature of another form', () => 't=1,v1=zz'],
  ])('changes nothing because it %s', async (_why, signatureOf) => {
    const payment = await handedOver()
    const event = anEvent(payment, 'intent.succeeded', { state: 'SUCCEEDED', captured: '100.00' })
    const body = JSON.stringify(event)
    const answer = await sendRaw(body, signatureOf(body))

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ meta: { code: 'payments.event_signature_invalid' } })
    expect(await found(payment)).toMatchObject({ state: 'PENDING' })
    expect(await outcomesOf(payment)).toEqual([])
  })

  it('gets 404 for an unknown provider', async () => {
    const answer = await world.http.inject({
      method: 'POST',
      url: providerEventsPath('nobody'),
      payload: {},
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ meta: { code: 'payments.provider_unknown' } })
  })
})

describe('an event that does not fit', () => {
  it.each([
    ['another amount', { amount: '99.00', captured: '99.00' }, 'other_amount'],
    ['another currency', { currency: 'USD' }, 'other_currency'],
    ['another intent', { id: 'int_of_somebody_else' }, 'other_reference'],
    ['more than there is', { captured: '100.01' }, 'impossible_captured_amount'],
  ])(
    'because it names %s is kept and reported, and changes nothing',
    async (_what, lie, problem) => {
      const payment = await handedOver()
      const truth = { state: 'SUCCEEDED', captured: '100.00' }
      await send(anEvent(payment, 'intent.succeeded', { ...truth, ...lie }))

      expect(await found(payment)).toMatchObject({ state: 'PENDING' })
      expect(await outcomesOf(payment)).toEqual(['MISMATCH'])
      expect(await reportedOf(payment)).toEqual([problem])
    },
  )

  it('because its payment is unknown is kept and reported', async () => {
    const payment = await handedOver()
    const stranger = { ...payment, id: 'pay_00000000000000000000000000' as const }
    await send(anEvent(stranger, 'intent.succeeded', { state: 'SUCCEEDED', captured: '100.00' }))

    expect(await outcomesOf(stranger)).toEqual(['UNKNOWN_PAYMENT'])
    expect(await reportedOf(stranger)).toEqual(['unknown_payment'])
  })

  it('because money moved after all is recorded and reported', async () => {
    const payment = await handedOver()
    await world.payments.cancel(payment.companyId, payment.id)
    await send(anEvent(payment, 'intent.succeeded', { state: 'SUCCEEDED', captured: '100.00' }))

    expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED' })
    expect(await reportedOf(payment)).toEqual(['captured_after_voided'])
  })

  it('because money moved after all is resolved when all of it was refunded', async () => {
    const payment = await handedOver()
    await world.payments.cancel(payment.companyId, payment.id)
    const taken = { state: 'SUCCEEDED', captured: '100.00' }
    await send(anEvent(payment, 'intent.succeeded', taken))
    const facts = { merchantReference: '', state: 'SUCCEEDED', currency: 'EUR' }
    const refunded = (id: string, amount: string, inAll: string) =>
      send(
        anEvent(
          payment,
          'refund.succeeded',
          { ...taken, refunded: inAll },
          { ...facts, id, amount },
        ),
      )

    await refunded('rfd_first', '40.00', '40.00')
    expect(await noticesOf(payment)).toEqual(['firing'])
    await refunded('rfd_second', '60.00', '100.00')
    expect(await found(payment)).toMatchObject({ state: 'REFUNDED' })
    expect(await noticesOf(payment)).toEqual(['resolved'])
  })
})

describe('the daily comparison', () => {
  const compare = () => {
    const today = Date.now()
    return world.payments.reconcile(new Date(today - 3_600_000), new Date(today + 3_600_000))
  }

  it('applies what a lost event missed, and reports it', async () => {
    const payment = await handedOver()
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.press(payment, 'pay')
    await compare()

    expect(await found(payment)).toMatchObject({ state: 'SUCCEEDED' })
    expect(await reportedOf(payment)).toEqual(['event_was_lost'])
  })

  it('finds refunds that were made at the provider', async () => {
    const payment = await aPaidPayment(world, aPayer())
    await world.misbehave({ events: 'drop', merchantReference: payment.id })
    await world.refundByHand(payment, '10.00')
    await compare()

    expect(await found(payment)).toMatchObject({ refunded: euros('10.00') })
    expect(await reportedOf(payment)).toEqual(['other_refunded_amount'])
  })

  it('reports a payment that the provider does not list', async () => {
    const payment = await aPayment(world, aPayer())
    await send(anEvent(payment, 'intent.created', { id: 'int_gone', state: 'REQUIRES_PAYMENT' }))
    await compare()

    expect(await reportedOf(payment)).toEqual(['not_listed_by_provider'])
  })

  it('reports money that is held there and captured here, and resolves it later', async () => {
    const payment = await aPaidPayment(world, aPayer(), { captureMethod: 'manual' })
    await setBook(payment, { state: 'SUCCEEDED', captured_minor: 10_000, voided_minor: 0 })
    await compare()
    expect(await reportedOf(payment)).toEqual(['other_state'])
    expect(await noticesOf(payment)).toEqual(['firing'])

    await setBook(payment, { state: 'AUTHORIZED', captured_minor: 0, voided_minor: 0 })
    await compare()
    expect(await noticesOf(payment)).toEqual(['resolved'])
  })

  it('reports a refund that failed after its success', async () => {
    const payment = await aPaidPayment(world, aPayer())
    const { companyId, id: paymentId, providerReference = '' } = payment
    const { refund } = await world.payments.refund(aPayer(), { companyId, paymentId })
    const intent = { state: 'SUCCEEDED', captured: '100.00', refunded: '0.00' }
    const word = {
      id: refund.providerReference,
      intentId: providerReference,
      merchantReference: refund.id,
      state: 'FAILED',
      amount: '100.00',
      currency: 'EUR',
      failureReason: 'account_closed',
    }
    await send(anEvent(payment, 'refund.failed', intent, word))
    expect(await reportedOf(payment)).toEqual(['refund_failed_after_success'])
    expect(await found(payment)).toMatchObject({ state: 'REFUNDED' })
  })

  it('continues from the last compared day, and checks older days once more', async () => {
    const old = await agedPayment(7)
    const missed = await agedPayment(4)
    const between = await agedPayment(20)
    await sql`
      insert into payments.comparisons (compared_until) values (current_date - 5)
      on conflict (only_row) do update set compared_until = excluded.compared_until
    `.execute(database.pool)
    await world.payments.compareDays()

    expect(await reportedOf(missed)).toEqual(['not_listed_by_provider'])
    expect(await reportedOf(old)).toEqual(['not_listed_by_provider'])
    expect(await reportedOf(between)).toEqual([])
    const { rows } = await sql<{ done: boolean }>`
      select compared_until = current_date as done from payments.comparisons
    `.execute(database.pool)
    expect(rows).toEqual([{ done: true }])
  })

  it('reports nothing when both books agree', async () => {
    const payment = await aPaidPayment(world, aPayer())
    await compare()

    expect(await reportedOf(payment)).toEqual([])
  })
})

/** Of so many days ago, in our book alone. */
async function agedPayment(days: number): Promise<Payment> {
  const now = new Date(Date.now() - days * 86_400_000)
  const payment = await aPayment(world, aPayer(), { now })
  await sql`
    update payments.payments set state = 'PENDING', provider_reference = ${`int_of_${payment.id}`}
    where company_id = ${payment.companyId} and id = ${payment.id}
  `.execute(database.pool)
  return payment
}

async function setBook(
  { companyId, id }: Payment,
  { state, captured_minor, voided_minor }: Record<string, string | number>,
): Promise<void> {
  await sql`
    update payments.payments
    set state = ${state}, authorized_minor = amount_minor, captured_minor = ${captured_minor},
      voided_minor = ${voided_minor}
    where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
}

async function noticesOf({ id }: Payment): Promise<string[]> {
  const key = 'payments.reconciliation-mismatch'
  const incidents = await world.incidents.list({ key }, { limit: 100 })
  return incidents.filter(({ details }) => details.paymentId === id).map(({ status }) => status)
}

const send = (event: Wire) => sendRaw(JSON.stringify(event))

function sendRaw(body: string, signature: string | null = sign(body)) {
  const headers = { 'content-type': 'application/json' }
  return world.http.inject({
    method: 'POST',
    url: providerEventsPath('sandbox'),
    headers: signature === null ? headers : { ...headers, 'sandbox-signature': signature },
    payload: body,
  })
}

function sign(body: string, secret = eventSecret, offsetSeconds = 0): string {
  const t = Math.floor(Date.now() / 1_000) + offsetSeconds
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

async function handedOver(): Promise<Payment> {
  const { companyId, id } = await aPayment(world, aPayer())
  return world.payments.handOver(companyId, id)
}

const found = ({ companyId, id }: Payment) => world.payments.find(database.pool, companyId, id)

async function ledgerOf(payment: Payment): Promise<string[]> {
  const entries = await world.payments.ledgerOf(payment)
  return entries.map(({ kind, amount }) => `${kind} ${amount.amountMinor}`)
}

async function outcomesOf({ id }: Payment): Promise<string[]> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from payments.provider_events
    where payment_id = ${id} order by received_at, outcome
  `.execute(database.pool)
  return rows.map(({ outcome }) => outcome)
}

async function outcomeOf(eventId: string): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from payments.provider_events where id = ${eventId}
  `.execute(database.pool)
  return rows[0]?.outcome
}

async function reportedOf({ id }: Payment): Promise<unknown[]> {
  const key = 'payments.reconciliation-mismatch'
  const incidents = await world.incidents.list({ key }, { limit: 100 })
  return incidents
    .filter(({ details }) => details.paymentId === id)
    .map(({ details }) => details.problem)
}
