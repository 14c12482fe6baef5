import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import {
  aCreditAccount,
  aPaidPayment,
  aPayer,
  aPayment,
  euros,
  usePaymentsWorld,
} from '#testing/payments'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

describe('reading payments', () => {
  it('shows one with its refunds and its ledger', async () => {
    const actor = aPayer()
    const payment = await aPaidPayment(world, actor, { checkoutId: 'chk_1' })
    const { companyId, id: paymentId } = payment
    const operator: Actor = { ...aPayer(), roles: new Set(['operator']) }
    await world.payments.refund(operator, { companyId, paymentId, amount: euros('5.00') })

    expect((await get(actor, `/${paymentId}`)).json()).toMatchObject({
      success: true,
      data: {
        id: paymentId,
        state: 'PARTIALLY_REFUNDED',
        amount: { amount: '100.00', currency: 'EUR' },
        refunded: { amount: '5.00', currency: 'EUR' },
        checkoutId: 'chk_1',
        refunds: [{ state: 'SUCCEEDED', amount: { amount: '5.00', currency: 'EUR' } }],
        ledger: [{ kind: 'AUTHORIZED' }, { kind: 'CAPTURED' }, { kind: 'REFUNDED' }],
      },
    })
  })

  it('hides payments of other companies, and shows operators all of them', async () => {
    const { id } = await aPayment(world, aPayer())
    const operator: Actor = { ...aPayer(), roles: new Set(['operator']) }

    const answer = await get(aPayer(), `/${id}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ meta: { code: 'payments.payment_not_found' } })
    expect((await get(operator, `/${id}`)).statusCode).toBe(200)
  })

  it('lists them newest first, page by page, and by state and order', async () => {
    const actor = aPayer()
    const ids: string[] = []
    for (let minute = 0; minute < 5; minute += 1) {
      const now = new Date(Date.UTC(2026, 0, 1, 0, minute))
      ids.unshift((await aPayment(world, actor, { now, checkoutId: `chk_${minute}` })).id)
    }
    const [newest = ''] = ids
    const orderId = newId('ord', new Date())
    await database.transaction((tx) =>
      world.payments.attachOrder(tx, actor.companyId, newest, orderId),
    )

    const first = (await get(actor, '?limit=3')).json()
    const second = (await get(actor, `?limit=3&cursor=${first.meta.nextCursor}`)).json()

    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(second.meta.nextCursor).toBeUndefined()
    expect((await get(actor, `?orderId=${orderId}`)).json().data).toMatchObject([{ id: newest }])
    expect((await get(actor, '?checkoutId=chk_0')).json().data).toHaveLength(1)
    expect((await get(actor, '?state=SUCCEEDED')).json().data).toEqual([])
    expect((await get(actor, '?state=PAID')).statusCode).toBe(400)
  })
})

describe('changing payments', () => {
  it('captures on net terms, without a body or with an amount', async () => {
    const actor = aPayer()
    await aCreditAccount(world, actor.companyId)
    const whole = await aPayment(world, actor, { method: 'invoice' })
    const part = await aPayment(world, actor, { method: 'invoice' })

    expect((await post(actor, `/${whole.id}/capture`)).json().data).toMatchObject({
      state: 'SUCCEEDED',
    })
    const amount = { amount: '60', currency: 'EUR' }
    expect((await post(actor, `/${part.id}/capture`, { amount })).json().data).toMatchObject({
      captured: { amount: '60.00', currency: 'EUR' },
    })
    expect((await post(actor, `/${whole.id}/void`)).statusCode).toBe(409)
  })

  it.each(['0.00', '-1.00', '0.001', '1e3', ''])('refuses the amount %j', async (text) => {
    const actor = aPayer()
    const { id } = await aPayment(world, actor)
    const amount = { amount: text, currency: 'EUR' }
    const answer = await post(actor, `/${id}/refunds`, { amount }, 'key')
    expect([400, 422]).toContain(answer.statusCode)
  })

  it('requires the scope', async () => {
    const actor: Actor = { ...aPayer(), scopes: new Set(['payments:read']) }
    const { id } = await aPayment(world, actor)
    expect((await post(actor, `/${id}/void`)).statusCode).toBe(403)
  })
})

describe('refunding over HTTP', () => {
  it('and voiding ask people for a step-up when their last one is old', async () => {
    const actor = aPayer()
    const { id } = await aPaidPayment(world, actor)
    const late: Actor = { ...actor, id: newId('usr', new Date()), authenticatedAt: new Date(0) }
    for (const what of ['refunds', 'void']) {
      const answer = await post(late, `/${id}/${what}`, {}, 'late')
      expect(answer.json()).toMatchObject({ meta: { code: 'identity.step_up_required' } })
    }
    const integration: Actor = { ...late, kind: 'api_key', id: newId('usr', new Date()) }
    expect((await post(integration, `/${id}/refunds`, {}, 'late')).statusCode).toBe(201)
  })

  it('is refused to its company while the order of its checkout is being created', async () => {
    const actor = aPayer()
    const { id } = await aPaidPayment(world, actor, { checkoutId: 'chk_2' })
    const answer = await post(actor, `/${id}/refunds`, {}, 'too soon')
    expect(answer.json()).toMatchObject({ meta: { code: 'payments.order_not_placed' } })
  })

  it('requires an Idempotency-Key', async () => {
    const actor = aPayer()
    const { id } = await aPaidPayment(world, actor)
    const answer = await post(actor, `/${id}/refunds`, {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ meta: { code: 'platform.idempotency_key_required' } })
  })

  it('happens once for one key, however many requests carry it', async () => {
    const actor = aPayer()
    const payment = await aPaidPayment(world, actor)
    const body = { amount: { amount: '30.00', currency: 'EUR' }, reason: 'broken' }
    const ask = () => post(actor, `/${payment.id}/refunds`, body, 'one key')

    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    const later = await ask()

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set([...answers, later].map((answer) => answer.json().data.id)).size).toBe(1)
    expect(later.headers['idempotent-replayed']).toBe('true')
    expect(later.json().data).toMatchObject({ state: 'SUCCEEDED', reason: 'broken' })
    expect((await world.atProvider(payment)).refunds).toMatchObject([{ amount: '30.00' }])

    const other = await post(actor, `/${payment.id}/refunds`, {}, 'one key')
    expect(other.json()).toMatchObject({ meta: { code: 'platform.idempotency_key_reused' } })
  })
})

const base = '/api/v1/payments'

function get(actor: Actor, path: string) {
  return world.http.inject({ method: 'GET', url: `${base}${path}`, headers: world.admit(actor) })
}

function post(actor: Actor, path: string, body?: object, key?: string) {
  const headers = { ...world.admit(actor), ...(key && { 'idempotency-key': key }) }
  return world.http.inject({
    method: 'POST',
    url: `${base}${path}`,
    headers,
    ...(body && { payload: body }),
  })
}
