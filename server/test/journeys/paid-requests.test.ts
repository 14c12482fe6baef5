import { describe, expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { lapseChangeRequest } from '../../src/modules/purchasing/orders/change-requests/change-request-jobs.ts'
import { settleSupplement } from '../../src/modules/purchasing/orders/supplements/settle-supplement.ts'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { approve, codeOf, eventsTo, textsTo } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { atThePage, orderByCard } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const { fulfilmentDeps } = world.parts.modules
const ours = await world.company()
const supplier = await world.company()
const { buyer } = ours

describe('more of a line of an order by card', () => {
  it('binds when the supplier has accepted and the buyer has paid the difference', async () => {
    const { id, productId } = await anOrder()
    const before = await read(id)
    const request = await requested(id, 5)
    expect(codeOf(await request.pay())).toBe('orders.change_request_not_accepted')
    expect((await request.accept()).status).toBe(200)
    expect((await read(id)).total).toEqual(before.total)
    const { awaitsPayment, ...open } = await request.seenBy(buyer)
    expect(open).toMatchObject({ state: 'OPEN' })
    expect(open.awaitedPayments).toBeUndefined()
    expect(codeOf(await request.accept())).toBe('orders.change_request_awaits_payment')
    expect(codeOf(await request.pay(supplier.integration))).toMatch(/not_found|not_the_buyer/)

    const { awaited } = await request.paying()
    expect(awaited).toMatchObject({ amount: awaitsPayment, lineNumbers: [1] })
    expect((await request.paying()).awaited).toEqual(awaited)
    expect((await request.seenBy(buyer)).awaitedPayments).toEqual([awaited])
    const seen = await request.seenBy(supplier.integration)
    expect(seen.awaitsPayment).toEqual(awaitsPayment)
    expect(seen.awaitedPayments).toBeUndefined()

    await atThePage(awaited.redirectUrl, 'pay')
    await expect.poll(request.state).toBe('ACCEPTED')
    const after = await read(id)
    expect(after.lines).toMatchObject([{ quantity: 3 }, { followsLine: 1, quantity: 2 }])
    expect(cents(after.total)).toBe(cents(before.total) + cents(awaited.amount))
    expect(await paymentOf(awaited.paymentId)).toMatchObject({
      state: 'SUCCEEDED',
      orderId: id,
      captured: awaited.amount,
    })
    expect((await stockOf(database, productId))?.committed).toBe(5)
    const ended = await request.seenBy(buyer)
    expect(ended.awaitsPayment).toBeUndefined()
    expect(ended.decidedBy).toBeDefined()
    expect(await eventsTo(world, ours.companyId, id)).toEqual(
      expect.arrayContaining(['order.change_awaits_payment', 'order.change_request_accepted']),
    )

    expect((await buyer.post(`/api/v1/orders/${id}/cancel`, {})).status).toBe(200)
    for (const paymentId of [after.paymentId, awaited.paymentId]) {
      await expect.poll(async () => (await paymentOf(paymentId)).state).toBe('REFUNDED')
    }
  })

  it('is paid on the account page, which a mail leads to', async () => {
    const { id } = await anOrder()
    const request = await requested(id, 4)
    await request.accept()
    const mails = async () => (await textsTo(world, buyer)).join()
    await expect.poll(mails, { timeout: 60_000 }).toContain('Pay the difference of')
    const browser = anAccountBrowser(world.baseUrl)
    await browser.signIn(await aPerson(database, { companyId: ours.companyId, role: 'buyer' }))
    const page = `/account/orders/${id}`
    const seen = await browser.get(page)
    expect(seen.html).toContain('Pay now')
    const form = { formToken: fieldOf(seen, 'formToken'), changeRequestId: request.id }
    await browser.submit(`${page}/changes`, { ...form, decision: 'pay' })
    const [awaited] = (await request.seenBy(buyer)).awaitedPayments
    expect((await browser.get(page)).html).toContain(`href="${awaited.redirectUrl}"`)
    await atThePage(awaited.redirectUrl, 'pay')
    await expect.poll(request.state).toBe('ACCEPTED')
  })

  it('stays open if the card is declined, and can be paid again', async () => {
    const { id } = await anOrder()
    const request = await requested(id, 4)
    await request.accept()
    const { awaited } = await request.paying()
    await atThePage(awaited.redirectUrl, 'decline')
    await expect
      .poll(() => eventsTo(world, ours.companyId, id))
      .toContain('order.change_request_payment_ended')
    expect(await request.seenBy(buyer)).toMatchObject({ state: 'OPEN' })
    const { awaited: second } = await request.paying()
    expect(second.paymentId).not.toBe(awaited.paymentId)
    await atThePage(second.redirectUrl, 'pay')
    await expect.poll(request.state).toBe('ACCEPTED')
    expect((await paymentOf(awaited.paymentId)).state).toBe('FAILED')
  })

  it('waits for those who have to approve it before its buyer pays', async () => {
    const { id } = await anOrder()
    const steps = [{ mode: 'ANY', role: 'approver' }]
    const rule = await ours.admin.post('/api/v1/approval-rules', { name: 'All', steps })
    expect(rule.status, JSON.stringify(rule.body)).toBe(201)
    const request = await requested(id, 4)
    expect((await request.accept()).status).toBe(200)
    expect(await request.seenBy(buyer)).toMatchObject({ state: 'OPEN', awaitsApproval: true })
    expect(codeOf(await request.pay())).toBe('orders.change_request_not_accepted')
    const [approval] = (await ours.approver.get('/api/v1/approvals')).body.data
    expect((await approve(ours.approver, approval)).status).toBe(200)
    const approved = await request.seenBy(buyer)
    expect(approved).toMatchObject({ state: 'OPEN', awaitsPayment: approval.added })
    expect(approved.awaitsApproval).toBeUndefined()
    const { awaited } = await request.paying()
    await atThePage(awaited.redirectUrl, 'decline')
    await expect
      .poll(() => eventsTo(world, ours.companyId, id))
      .toContain('order.change_request_payment_ended')
    const { awaited: second } = await request.paying()
    await atThePage(second.redirectUrl, 'pay')
    await expect.poll(request.state).toBe('ACCEPTED')
    expect(await eventsTo(world, supplier.companyId, id)).toContain(
      'supplier_order.change_awaits_payment',
    )
    const unmake = `/api/v1/approval-rules/${rule.body.data.id}`
    expect((await ours.admin.delete(unmake)).status).toBe(200)
  })

  it.each([
    ['lapses if nobody pays in time', 'LAPSED'],
    ['ends if the buyer withdraws it', 'WITHDRAWN'],
    ['ends if the supplier refuses it after all', 'REFUSED'],
    ['ends if goods of its line are cancelled', 'LAPSED'],
  ] as const)('%s, and nothing is taken', async (how, state) => {
    const { id } = await anOrder()
    const request = await requested(id, 4)
    await request.accept()
    const { awaited } = await request.paying()
    const target = { companyId: ours.companyId, orderId: id, changeRequestId: request.id }
    // The time in which the supplier had to decide no longer counts.
    await lapseChangeRequest(fulfilmentDeps, target)
    expect(await request.state()).toBe('OPEN')
    if (how.startsWith('lapses')) {
      await lapseChangeRequest(fulfilmentDeps, target, { isUnpaid: true })
    } else if (how.includes('withdraws')) await request.withdraw()
    else if (how.includes('refuses')) await request.refuse()
    else await cancelOne(id)
    expect(await request.state()).toBe(state)
    const end = `change_request_${state.toLowerCase()}`
    expect(await eventsTo(world, ours.companyId, id)).toContain(`order.${end}`)
    expect(await eventsTo(world, supplier.companyId, id)).toContain(`supplier_order.${end}`)
    expect((await read(id)).lines[0].changeRequestId).toBeUndefined()
    await atThePage(awaited.redirectUrl, 'pay')
    await expect
      .poll(async () => (await paymentOf(awaited.paymentId)).state)
      .toMatch(/^(?:VOIDED|REFUNDED)$/)
    expect((await read(id)).lines).toHaveLength(1)
  })

  it('is refused at the payment if its stock is gone', async () => {
    const { id, productId } = await anOrder({ onHand: 4 })
    const request = await requested(id, 4)
    await request.accept()
    const other = await anOrderOf(productId, 1)
    expect(codeOf(await request.pay())).toBe('orders.stock_short')
    expect((await read(id)).lines).toHaveLength(1)
    expect((await buyer.post(`/api/v1/orders/${other}/cancel`, {})).status).toBe(200)
    const { awaited } = await request.paying()
    await atThePage(awaited.redirectUrl, 'pay')
    await expect.poll(request.state).toBe('ACCEPTED')
  })

  it.each([
    ['agreements and payments', false],
    ['agreements, payments, cancellations and withdrawals', true],
  ])('ends 64 simultaneous %s in one history with exact sums', async (_, isEnded) => {
    const { id, productId } = await anOrder()
    const request = await requested(id, 5)
    const ends = isEnded ? [() => cancelOne(id), request.withdraw] : []
    const steps = [request.accept, () => request.pay(), () => request.pay(), ...ends]
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_none, at) =>
        (steps[at % steps.length] as typeof request.accept)(),
      ),
    )
    for (const { status } of replies) expect([200, 409]).toContain(status)
    if (!isEnded) await request.paying()
    const supplements = await supplementsOf(id)
    expect(supplements.length).toBeLessThanOrEqual(1)
    for (const { redirectUrl } of supplements) await atThePage(redirectUrl, 'pay')
    for (const { paymentId } of supplements) {
      const settle = () => settleSupplement(fulfilmentDeps, ours.companyId, paymentId)
      await Promise.allSettled(Array.from({ length: 8 }, settle))
      await expect
        .poll(async () => (await paymentOf(paymentId)).state)
        .toMatch(/^(?:SUCCEEDED|VOIDED|(?:PARTIALLY_)?REFUNDED)$/)
    }
    if (!isEnded) await expect.poll(request.state).toBe('ACCEPTED')
    await expect.poll(() => openCredits(id)).toBe(0)
    const { lines, total, credits } = await read(id)
    expect(lines.length).toBeLessThanOrEqual(2)
    const given = credits.reduce((sum: number, { amount }: Credit) => sum + cents(amount), 0)
    const { data: payments } = (await buyer.get(`/api/v1/payments?orderId=${id}`)).body
    const kept = payments.map(({ captured, refunded }: Paid) => cents(captured) - cents(refunded))
    expect(kept.reduce((sum: number, one: number) => sum + one, 0)).toBe(cents(total) - given)
    const left = lines.map(({ quantity, cancelledQuantity }: Line) => quantity - cancelledQuantity)
    expect((await stockOf(database, productId))?.committed).toBe(
      left.reduce((sum: number, one: number) => sum + one, 0),
    )
    expect((await request.seenBy(buyer)).awaitedPayments).toBeUndefined()
  })
})

type Amount = { readonly amount: string }
type Credit = { readonly amount: Amount; readonly settledAmount: Amount }
type Paid = { readonly captured: Amount; readonly refunded: Amount }
type Line = { readonly quantity: number; readonly cancelledQuantity: number }

const cents = ({ amount }: Amount) => Math.round(Number(amount) * 100)

async function read(orderId: string) {
  return (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
}

async function paymentOf(paymentId: string) {
  return (await buyer.get(`/api/v1/payments/${paymentId}`)).body.data
}

/** The credits of which something has not gone back. */
async function openCredits(orderId: string): Promise<number> {
  const { credits } = await read(orderId)
  return credits.filter((one: Credit) => cents(one.amount) !== cents(one.settledAmount)).length
}

/** Three pieces of a product of its own, paid by card. */
async function anOrder({ onHand = 100 } = {}) {
  const supplied = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand }
  const { id: productId } = await aProduct(database, supplied)
  return { id: await anOrderOf(productId, 3), productId }
}

function anOrderOf(productId: string, quantity: number): Promise<string> {
  return orderByCard(buyer, { lines: [{ productId, quantity }] })
}

function cancelOne(orderId: string) {
  const lines = [{ lineNumber: 1, quantity: 1 }]
  return buyer.post(`/api/v1/orders/${orderId}/cancel`, { lines })
}

/** A request for this quantity of the first line. */
async function requested(orderId: string, quantity: number) {
  const changes = `/api/v1/orders/${orderId}/changes`
  const body = { lines: [{ lineNumber: 1, quantity }], reason: 'We need more.' }
  const answer = await buyer.post(changes, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const id: string = answer.body.data.lines[0].changeRequestId
  const supplied = `/api/v1/supplier/orders/${orderId}/changes/${id}`
  const seenBy = async (reader: Client) => (await reader.get(changes)).body.data[0]
  const pay = (payer = buyer) =>
    payer.post(`${changes}/${id}/pay`, { returnUrl: 'https://shop.example/done' }, { key: aKey() })
  return {
    id,
    pay,
    seenBy,
    state: async () => (await seenBy(buyer)).state,
    accept: () => supplier.integration.post(`${supplied}/accept`, { note: 'Fine.' }),
    refuse: () => supplier.integration.post(`${supplied}/refuse`, {}),
    withdraw: () => buyer.post(`${changes}/${id}/withdraw`, {}),
    paying: async () => {
      const { status, body: answered } = await pay()
      expect(status, JSON.stringify(answered)).toBe(200)
      return { awaited: answered.data.awaitedPayments[0] }
    },
  }
}

/** The further payments of an order that nobody has ended. */
async function supplementsOf(orderId: string) {
  const { data } = (await buyer.get(`/api/v1/orders/${orderId}/changes`)).body
  return data[0].awaitedPayments ?? []
}
