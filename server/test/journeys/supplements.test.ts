import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { settleSupplement } from '../../src/modules/purchasing/orders/supplements/settle-supplement.ts'
import { anAccountBrowser } from './account-browser.ts'
import { codeOf, textsTo } from './approvals-client.ts'
import { aKey } from './client.ts'
import { atThePage, orderByCard } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
const goods = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
const { id: productId } = await aProduct(database, goods)
const { id: otherId } = await aProduct(database, goods)
const { buyer } = ours

describe('a higher price of an order by card', () => {
  it('binds when the buyer has paid the difference, and goes back from both payments', async () => {
    const order = await anOrder()
    const { awaited, accept, proposal } = await accepted(order.id, { unitPrice: euros('12.00') })
    expect(awaited).toMatchObject({ state: 'AWAITING_PAYMENT', lineNumbers: [1] })
    expect((await read(order.id)).total).toEqual(order.total)
    expect((await proposal()).awaitedPayments).toEqual([awaited])
    const again = await accept()
    expect(again.body.data.awaitedPayments).toEqual([awaited])
    expect(await pageOf(order.id)).toContain(`href="${awaited.redirectUrl}"`)
    const { paymentId, amount, expiresAt } = awaited
    const operator = await world.operator()
    const watched = `/admin/orders/awaited-payments?companyId=${ours.companyId}`
    expect((await operator.get(watched)).body.data).toMatchObject([
      { orderNumber: order.number, paymentId, amount, expiresAt, paymentState: 'PENDING' },
    ])

    await atThePage(awaited.redirectUrl, 'pay')
    await expect.poll(async () => (await proposal()).state).toBe('ACCEPTED')
    const raised = await read(order.id)
    expect(raised.lines).toMatchObject([{ cancelledQuantity: 3 }, { followsLine: 1, quantity: 3 }])
    expect(minor(awaited.amount)).toBe(minor(raised.total) - 2 * minor(order.total))
    expect(raised.paymentState).toBe('PAID')
    expect(await paymentOf(awaited.paymentId)).toMatchObject({
      state: 'SUCCEEDED',
      orderId: order.id,
      captured: awaited.amount,
    })
    expect((await proposal()).awaitedPayments).toBeUndefined()
    expect((await operator.get(watched)).body.data).toEqual([])

    const cancelled = await buyer.post(`/api/v1/orders/${order.id}/cancel`, {})
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    for (const paymentId of [raised.paymentId, awaited.paymentId]) {
      await expect.poll(async () => (await paymentOf(paymentId)).state).toBe('REFUNDED')
    }
    await expect.poll(async () => (await read(order.id)).paymentState).toBe('REFUNDED')
    const { credits } = await read(order.id)
    const settled = credits.map((credit: { settledAmount: object }) => credit.settledAmount)
    expect(settled).toHaveLength(2)
    expect(settled).toEqual(expect.arrayContaining([order.total, awaited.amount]))
  })

  it('binds once, however many workers settle it', async () => {
    const order = await anOrder()
    const { awaited, proposal } = await accepted(order.id, { unitPrice: euros('12.00') })
    await atThePage(awaited.redirectUrl, 'pay')
    const { fulfilmentDeps } = world.parts.modules
    for (let round = 0; (await proposal()).state !== 'ACCEPTED'; round += 1) {
      expect(round).toBeLessThan(100)
      const settle = () => settleSupplement(fulfilmentDeps, ours.companyId, awaited.paymentId)
      await Promise.allSettled(Array.from({ length: 8 }, settle))
    }
    await settleSupplement(fulfilmentDeps, ours.companyId, awaited.paymentId)
    expect(await paymentOf(awaited.paymentId)).toMatchObject({
      state: 'SUCCEEDED',
      orderId: order.id,
      captured: awaited.amount,
      refunding: euros('0.00'),
    })
  })

  it('stays a proposal if the card is declined, and can be paid again', async () => {
    const order = await anOrder()
    const { awaited, accept, proposal } = await accepted(order.id, { unitPrice: euros('11.00') })
    await atThePage(awaited.redirectUrl, 'decline')
    await expect.poll(async () => (await proposal()).awaitedPayments).toBeUndefined()
    expect(await proposal()).toMatchObject({ state: 'PROPOSED' })
    expect((await read(order.id)).total).toEqual(order.total)
    const [second] = (await accept()).body.data.awaitedPayments
    expect(second.paymentId).not.toBe(awaited.paymentId)
    await atThePage(second.redirectUrl, 'pay')
    await expect.poll(async () => (await proposal()).state).toBe('ACCEPTED')
    expect((await paymentOf(awaited.paymentId)).state).toBe('FAILED')
    expect((await paymentOf(second.paymentId)).orderId).toBe(order.id)
  })

  it('is not paid for if the order was cancelled before the payment', async () => {
    const order = await anOrder()
    const { awaited, proposal } = await accepted(order.id, { unitPrice: euros('12.50') })
    expect((await buyer.post(`/api/v1/orders/${order.id}/cancel`, {})).status).toBe(200)
    await atThePage(awaited.redirectUrl, 'pay')
    await expect
      .poll(async () => (await paymentOf(awaited.paymentId)).state)
      .toMatch(/VOIDED|REFUNDED/)
    expect((await paymentOf(awaited.paymentId)).captured.amount).toBe('0.00')
    expect((await proposal()).state).toBe('LAPSED')
    const { timeline } = await read(order.id)
    await expect
      .poll(async () => (await read(order.id)).timeline.map(({ kind }: { kind: string }) => kind))
      .toContain('CHANGE_PAYMENT_ENDED')
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain('CHANGE_AWAITS_PAYMENT')
    const mails = async () => (await textsTo(world, buyer)).join()
    await expect.poll(mails, { timeout: 60_000 }).toContain('could no longer be made')
  })

  it('can be paid for by one payment at a time, and only by the buyer', async () => {
    const order = await anOrder([productId, otherId])
    const response = `/api/v1/supplier/orders/${order.id}/response`
    const lines = [1, 2].map((lineNumber) => ({
      lineNumber,
      status: 'CHANGED',
      unitPrice: euros('13.00'),
    }))
    expect((await supplier.integration.post(response, { lines })).status).toBe(200)
    const [{ id }] = (await buyer.get(`/api/v1/orders/${order.id}/proposals`)).body.data
    const path = `/api/v1/orders/${order.id}/proposals/${id}/accept`
    const invalid = await buyer.post(path, { lineNumbers: [2], returnUrl: 'http://' })
    expect(codeOf(invalid)).toBe('orders.return_url_invalid')
    const bodies = await Promise.all(
      Array.from({ length: 8 }, () => buyer.post(path, { lineNumbers: [2] }, { key: aKey() })),
    )
    const ids = bodies.map(({ body }) => body.data.awaitedPayments[0].paymentId)
    expect(new Set(ids).size).toBe(1)
    expect(codeOf(await buyer.post(path, {}))).toBe('orders.supplement_awaited')
    const seen = await supplier.integration.get(`/api/v1/orders/${order.id}/proposals`)
    expect(seen.body.data[0].awaitedPayments).toBeUndefined()
  })
})

describe('refunds of an order that was paid in two payments', () => {
  it('take from each no more than it has', async () => {
    const order = await anOrder()
    const { awaited, proposal } = await accepted(order.id, { unitPrice: euros('15.00') })
    await atThePage(awaited.redirectUrl, 'pay')
    await expect.poll(async () => (await proposal()).state).toBe('ACCEPTED')
    const { paymentId } = await read(order.id)
    const granted = await supplier.integration.post(
      `/api/v1/supplier/orders/${order.id}/refunds`,
      { amount: order.total, lineNumber: 2 },
      { key: aKey() },
    )
    expect(granted.status, JSON.stringify(granted.body)).toBeLessThan(300)
    await expect.poll(async () => (await paymentOf(paymentId)).state).toBe('REFUNDED')
    await expect.poll(async () => (await read(order.id)).paymentState).toBe('PARTIALLY_REFUNDED')
    await expect
      .poll(async () => (await read(order.id)).timeline.map(({ kind }: { kind: string }) => kind))
      .toContain('PRICE_REDUCED')
    expect((await read(order.id)).state).toBe('CONFIRMED')
    expect((await buyer.post(`/api/v1/orders/${order.id}/cancel`, {})).status).toBe(200)
    await expect.poll(async () => (await paymentOf(awaited.paymentId)).state).toBe('REFUNDED')
    const returned = [await paymentOf(paymentId), await paymentOf(awaited.paymentId)]
    const sum = returned.reduce((all, { refunded }) => all + minor(refunded), 0)
    expect(sum).toBe(minor(order.total) + minor(awaited.amount))
  })
})

function euros(amount: string) {
  return { amount, currency: 'EUR' }
}

const minor = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100)

async function read(orderId: string) {
  return (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
}

/** The account page of the order, as a buyer sees it. */
async function pageOf(orderId: string): Promise<string> {
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(await aPerson(database, { companyId: ours.companyId, role: 'buyer' }))
  return (await browser.get(`/account/orders/${orderId}`)).html
}

async function paymentOf(paymentId: string) {
  return (await buyer.get(`/api/v1/payments/${paymentId}`)).body.data
}

/** Three of each, paid by card. */
async function anOrder(productIds = [productId]) {
  const lines = productIds.map((id) => ({ productId: id, quantity: 3 }))
  return read(await orderByCard(buyer, { lines }))
}

/** The supplier proposes a change of the first line, and the buyer accepts it: a payment begins. */
async function accepted(orderId: string, change: object) {
  const lines = [{ lineNumber: 1, status: 'CHANGED', ...change }]
  const response = `/api/v1/supplier/orders/${orderId}/response`
  const answered = await supplier.integration.post(response, { lines })
  expect(answered.status, JSON.stringify(answered.body)).toBe(200)
  const list = `/api/v1/orders/${orderId}/proposals`
  const proposal = async () => (await buyer.get(list)).body.data[0]
  const { id } = await proposal()
  const accept = () =>
    buyer.post(`${list}/${id}/accept`, { returnUrl: 'https://shop.example/done' })
  const first = await accept()
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const [awaited] = first.body.data.awaitedPayments
  return { awaited, accept, proposal }
}
