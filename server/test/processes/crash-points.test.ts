import { describe, expect, it } from 'vitest'
import { useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { crashPointNames } from '#platform/faults'
import { aProduct, stockOf } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import type { ServiceProcess } from '../harness/service-process.ts'
import { aKey, type Client, createClient } from '../journeys/client.ts'
import {
  acceptProposal,
  acceptRequest,
  checkOut,
  handOver,
  placeDirectly,
  placeOnCredit,
  purchase,
  untilCredited,
  untilReduced,
  waitForApproval,
  waitForSettlement,
} from './crash-client.ts'
import { grantCredit, usedCreditOf } from './credit-account.ts'
import { useRunnerWithPayments } from './runner-with-payments.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const aRunner = await useRunnerWithPayments(databaseUrl)

describe('a process killed between reservation and completion', () => {
  /**
   * The process is killed at every named point between the reservation and the completed checkout, and started again.
   * The client knows nothing of it: it repeats what it got no answer to, with the same key.
   */
  const points = crashPointNames.filter((name) =>
    /^(checkout[.]|payments[.](handover|event)[.])/.test(name),
  )

  it.each(points)(
    'at %s loses nothing and doubles nothing',
    async (point) => {
      const product = await aProduct(database, { onHand: 5 })
      const buyer = await aPerson(database, { companyId: await aCompany(database) })
      const runner = aRunner(point)
      try {
        const client = await signIn(await runner.start(), buyer)
        const outcome = await purchase(runner, client, product.id)

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        expect(outcome.state, point).toBe('COMPLETED')
        expect(await stockOf(database, product.id)).toEqual({
          on_hand: 4,
          reserved: 0,
          committed: 1,
        })
        expect(await ordersOf(outcome.checkoutId)).toEqual([
          { state: 'PLACED', payment_state: 'PAID', payments: 'SUCCEEDED' },
        ])
        const cart = await runner.repeat(() => client.get('/api/v1/cart'))
        expect(cart.body.data).toMatchObject({ items: [], lock: null })
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

describe('a process killed while it places an order without a cart', () => {
  /** Of an order without a cart: where its one transaction differs from the two of a cart, and what comes after it. */
  const directPoints = [
    'checkout.attempt_inserted',
    'checkout.payment_opened',
    'checkout.order_recorded',
  ] as const

  it.each(directPoints)(
    'at %s leaves one order and one payment',
    async (point) => {
      const product = await aProduct(database, { onHand: 5 })
      const buyer = await aPerson(database, { companyId: await aCompany(database) })
      const runner = aRunner(point)
      try {
        const client = await signIn(await runner.start(), buyer)
        const { checkoutId, state } = await placeDirectly(runner, client, product.id)

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        expect(state, point).toBe('COMPLETED')
        expect(await stockOf(database, product.id)).toEqual({
          on_hand: 4,
          reserved: 0,
          committed: 1,
        })
        expect(await ordersOf(checkoutId)).toEqual([
          { state: 'PLACED', payment_state: 'PAID', payments: 'SUCCEEDED' },
        ])
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

describe('a process killed during the handoff to net terms', () => {
  /** On net terms there is one transaction: two places inside it, and the moment after it that nobody heard of. */
  const netTermsPoints = [
    'checkout.order_recorded',
    'checkout.cart_reconciled',
    'checkout.settled',
  ] as const

  it.each(netTermsPoints)(
    'at %s uses the credit once, for one order',
    async (point) => {
      const product = await aProduct(database, { onHand: 5, unitPrice: '20.00' })
      const companyId = await aCompany(database)
      const buyer = await aPerson(database, { companyId })
      await grantCredit(database, companyId)
      const runner = aRunner(point)
      try {
        const client = await signIn(await runner.start(), buyer)
        const checkoutId = await checkOut(runner, client, product.id)
        const handed = await handOver(runner, client, checkoutId, 'invoice')

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        const { body } = await client.get(`/api/v1/checkout/${checkoutId}`)
        expect(body.data).toMatchObject({
          state: 'COMPLETED',
          payment: { id: handed.payment.id },
        })
        expect(await stockOf(database, product.id)).toEqual({
          on_hand: 4,
          reserved: 0,
          committed: 1,
        })
        expect(await ordersOf(checkoutId)).toMatchObject([
          { state: 'PLACED', payments: 'AUTHORIZED' },
        ])
        expect(await creditOf(companyId)).toEqual([{ is_taken: true, entries: 1 }])
        const cart = await client.get('/api/v1/cart')
        expect(cart.body.data).toMatchObject({ items: [], lock: null })
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

describe('a process killed while it cancels a paid order', () => {
  it.each(crashPointNames.filter((name) => /^orders[.](cancellation|credit)[.]/.test(name)))(
    'at %s releases goods and refunds money once',
    async (point) => {
      const product = await aProduct(database, { onHand: 5 })
      const buyer = await aPerson(database, { companyId: await aCompany(database) })
      const runner = aRunner(point)
      try {
        const client = await signIn(await runner.start(), buyer)
        const { checkoutId } = await placeDirectly(runner, client, product.id)
        const { body } = await client.get(`/api/v1/checkout/${checkoutId}`)
        const path = `/api/v1/orders/${body.data.orderId}`
        const key = aKey()
        const answer = await runner.repeat(() => client.post(`${path}/cancel`, {}, { key }))
        expect(answer.body.data.state, JSON.stringify(answer.body)).toBe('CANCELLED')

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        await waitForSettlement(runner, client, path)
        expect(await stockOf(database, product.id)).toEqual({
          on_hand: 5,
          reserved: 0,
          committed: 0,
        })
        expect(await refundsOf(checkoutId)).toEqual([{ state: 'SUCCEEDED', is_whole: true }])
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

describe('a process killed while it deducts a manual refund', () => {
  it('deducts it once', async () => {
    const point = 'orders.price_reduction.written'
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00' })
    const buyer = await aPerson(database, { companyId: await aCompany(database) })
    const companyId = await aCompany(database)
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const runner = aRunner(point)
    try {
      const service = await runner.start()
      const client = await signIn(service, buyer)
      const { checkoutId } = await placeDirectly(runner, client, product.id)
      const { body } = await client.get(`/api/v1/checkout/${checkoutId}`)
      const { orderId, payment } = body.data
      const asked = { amount: { amount: '5.00', currency: 'EUR' } }
      const key = aKey()
      const by = await signIn(service, operator)
      const path = `/api/v1/payments/${payment.id}/refunds`
      // It may be dead before it has answered.
      const refunded = await runner.repeat(() => by.post(path, asked, { key }))
      expect(refunded.status).toBe(201)

      const steps = await untilReduced(runner, client, orderId)
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(steps).toMatchObject([{ details: { amount: '5.00' } }])
    } finally {
      await runner.stop()
    }
  }, 400_000)
})

describe('a process killed while a supplier and a buyer agree on fewer pieces', () => {
  it.each([
    'orders.answer.committed',
    'orders.decision.committed',
    'orders.change_request.committed',
  ])(
    'at %s releases goods and credit once',
    async (point) => {
      const supplierCompanyId = await aCompany(database, { supplier: true })
      const seller = await aPerson(database, { companyId: supplierCompanyId })
      const product = await aProduct(database, { onHand: 5, unitPrice: '20.00', supplierCompanyId })
      const companyId = await aCompany(database)
      const buyer = await aPerson(database, { companyId })
      await grantCredit(database, companyId)
      const runner = aRunner(point)
      try {
        const service = await runner.start()
        const [buying, selling] = [await signIn(service, buyer), await signIn(service, seller)]
        const id = await placeOnCredit(runner, buying, product.id, 3)
        const agree = point === 'orders.change_request.committed' ? acceptRequest : acceptProposal
        const accepted = await agree(runner, { buying, selling }, id)

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        expect(accepted.body.data, JSON.stringify(accepted.body)).toMatchObject({
          state: 'CONFIRMED',
          lines: [{ cancelledQuantity: 1 }],
        })
        const order = await untilCredited(runner, buying, id)
        expect(await stockOf(database, product.id)).toMatchObject({ reserved: 0, committed: 2 })
        const [third, sum] = [order.credits[0].amount.amount, order.total.amount]
        expect(order.credits).toHaveLength(1)
        const owed = Math.round((Number(sum) - Number(third)) * 100)
        expect(await usedCreditOf(database, companyId)).toBe(owed)
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

describe('a process killed while a supplier accepts more pieces', () => {
  it('takes goods and credit once', async () => {
    const supplierCompanyId = await aCompany(database, { supplier: true })
    const seller = await aPerson(database, { companyId: supplierCompanyId })
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00', supplierCompanyId })
    const buyer = await aPerson(database, { companyId: await aCompany(database) })
    const { companyId } = buyer.actor
    await grantCredit(database, companyId)
    const runner = aRunner('orders.raise.covered')
    try {
      const service = await runner.start()
      const [buying, selling] = [await signIn(service, buyer), await signIn(service, seller)]
      const id = await placeOnCredit(runner, buying, product.id, 3)
      const accepted = await acceptRequest(runner, { buying, selling }, id, 4)
      expect(runner.hasDied()).toBe(true)
      const [, added] = accepted.body.data.lines
      expect(added).toMatchObject({ lineNumber: 2, quantity: 1, followsLine: 1 })
      expect(await stockOf(database, product.id)).toMatchObject({ reserved: 0, committed: 4 })
      const { total } = (await buying.get(`/api/v1/orders/${id}`)).body.data
      expect(await usedCreditOf(database, companyId)).toBe(Math.round(Number(total.amount) * 100))
    } finally {
      await runner.stop()
    }
  }, 400_000)
})

describe('a process killed after the last approval of an order', () => {
  it.each(crashPointNames.filter((name) => name.startsWith('approvals.')))(
    'at %s charges the card once and places the order',
    async (point) => {
      const product = await aProduct(database, { onHand: 5 })
      const companyId = await aCompany(database)
      const buyer = await aPerson(database, { companyId, role: 'company_admin' })
      const approver = await aPerson(database, { companyId, role: 'approver' })
      const runner = aRunner(point)
      try {
        const service = await runner.start()
        const client = await signIn(service, buyer)
        const other = await signIn(service, approver)
        const steps = [{ mode: 'ANY', role: 'approver' }]
        await client.post('/api/v1/approval-rules', { name: 'All', steps })
        const { checkoutId } = await placeDirectly(runner, client, product.id)
        const [request] = (await other.get('/api/v1/approvals')).body.data
        const path = `/api/v1/approvals/${request.id}`
        const { contentHash } = request
        await other.post(`${path}/approve`, { contentHash }).catch(() => undefined)
        await waitForApproval(runner, other, path)

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        expect(await stockOf(database, product.id)).toEqual({
          on_hand: 4,
          reserved: 0,
          committed: 1,
        })
        expect(await ordersOf(checkoutId)).toMatchObject([
          { state: 'PLACED', payments: 'SUCCEEDED' },
        ])
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

async function signIn({ baseUrl }: ServiceProcess, { email, password }: APerson): Promise<Client> {
  const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
  return createClient(baseUrl, { bearer: body.data.accessToken })
}

async function refundsOf(checkoutId: string) {
  const { rows } = await sql`
    select r.state, r.amount_minor = p.captured_minor as is_whole
    from payments.refunds r
    join payments.payments p on p.company_id = r.company_id and p.id = r.payment_id
    where p.checkout_id = ${checkoutId}
  `.execute(database.pool)
  return rows
}

async function creditOf(companyId: string) {
  const { rows } = await sql`
    select a.used_minor = sum(e.amount_minor) and sum(e.amount_minor) = sum(o.total_minor) as is_taken,
      count(*) as entries
    from payments.credit_accounts a
    join payments.credit_entries e on e.company_id = a.company_id and e.currency = a.currency
    join orders.orders o on o.company_id = a.company_id
    where a.company_id = ${companyId} group by a.used_minor
  `.execute(database.pool)
  return rows
}

async function ordersOf(checkoutId: string) {
  const { rows } = await sql`
    select o.state, o.payment_state, p.state as payments
    from orders.orders o
    join payments.payments p on p.company_id = o.company_id and p.id = o.payment_id
    where o.checkout_id = ${checkoutId}
  `.execute(database.pool)
  return rows
}
