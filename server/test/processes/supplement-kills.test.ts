import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useDatabaseUrl } from '#harness'
import type { Id } from '#kernel/id'
import { openDatabase, sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import type { ServiceProcess } from '../harness/service-process.ts'
import { aKey, type Client, createClient } from '../journeys/client.ts'
import { acceptProposal, acceptRequest, placeDirectly } from './crash-client.ts'
import type { Runner } from './crash-runner.ts'
import { useRunnerWithPayments } from './runner-with-payments.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const aRunner = await useRunnerWithPayments(databaseUrl)

describe('a process killed while a further payment of an order is made by card', () => {
  it.each([
    ['orders.supplement.opened', 'by one person', acceptPrice],
    ['orders.supplement.captured', 'by one person', acceptPrice],
    ['orders.raise.left_to_payer', 'with an approval', acceptApprovedPrice],
    ['approvals.agreed', 'with an approval', acceptApprovedPrice],
    ['orders.supplement.captured', 'with an approval', acceptApprovedPrice],
  ])(
    'at %s, when a higher price is accepted %s, takes the difference once, and the price binds',
    async (point, _, accept) => {
      const { runner, buying, orderId, awaited, companyId } = await anAcceptedPrice(point, accept)
      try {
        await pay(awaited.redirectUrl)
        const [proposal] = await until(
          runner,
          buying,
          `/api/v1/orders/${orderId}/proposals`,
          (all) => all.every(({ state }: { state: string }) => state === 'ACCEPTED'),
        )
        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        expect(proposal.awaitedPayments).toBeUndefined()
        expect(await paymentsOf(companyId)).toEqual([
          { state: 'SUCCEEDED', is_whole: true, has_order: true },
          { state: 'SUCCEEDED', is_whole: true, has_order: true },
        ])
        const order = (await runner.repeat(() => buying.get(`/api/v1/orders/${orderId}`))).body.data
        expect(order.lines).toMatchObject([{ cancelledQuantity: 1 }, { followsLine: 1 }])
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )

  it.each(['orders.supplement.opened', 'orders.supplement.captured'])(
    'at %s takes what one piece more costs once, and the piece is added',
    async (point) => {
      const { runner, buying, selling, orderId, companyId } = await anOrder(point)
      try {
        await acceptRequest(runner, { buying, selling }, orderId)
        const path = `/api/v1/orders/${orderId}/changes`
        const [{ id }] = (await runner.repeat(() => buying.get(path))).body.data
        const key = aKey()
        const paying = await runner.repeat(() => buying.post(`${path}/${id}/pay`, {}, { key }))
        await pay(paying.body.data.awaitedPayments[0].redirectUrl)
        await until(runner, buying, path, ([request]) => request.state === 'ACCEPTED')
        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        const bound = { state: 'SUCCEEDED', is_whole: true, has_order: true }
        expect(await paymentsOf(companyId)).toEqual([bound, bound])
        const order = (await runner.repeat(() => buying.get(`/api/v1/orders/${orderId}`))).body.data
        expect(order.lines).toMatchObject([{ quantity: 1 }, { followsLine: 1, quantity: 1 }])
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )

  it('after the end of the change takes nothing', async () => {
    const point = 'orders.supplement.ended'
    const { runner, buying, orderId, awaited, companyId } = await anAcceptedPrice(point)
    try {
      const key = aKey()
      await runner.repeat(() => buying.post(`/api/v1/orders/${orderId}/cancel`, {}, { key }))
      await pay(awaited.redirectUrl)
      await until(
        runner,
        buying,
        `/api/v1/payments/${awaited.paymentId}`,
        ({ state }) => state === 'VOIDED',
      )
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      const [, supplement] = await paymentsOf(companyId)
      expect(supplement).toEqual({ state: 'VOIDED', is_whole: false, has_order: false })
    } finally {
      await runner.stop()
    }
  }, 400_000)
})

/** One piece, paid by card, of which the buyer accepts a higher price. */
async function anAcceptedPrice(point: string, accept: typeof acceptPrice = acceptPrice) {
  const { service, selling, ...ordered } = await anOrder(point)
  const { runner, buying, orderId, companyId } = ordered
  await accept(runner, { service, buying, selling, companyId }, orderId)
  const [{ awaitedPayments }] = await until(
    runner,
    buying,
    `/api/v1/orders/${orderId}/proposals`,
    ([proposal]) => proposal.awaitedPayments?.[0]?.redirectUrl !== undefined,
  )
  return { ...ordered, awaited: awaitedPayments[0] }
}

async function anOrder(point: string) {
  const supplierCompanyId = await aCompany(database, { supplier: true })
  const seller = await aPerson(database, { companyId: supplierCompanyId })
  const product = await aProduct(database, { onHand: 5, unitPrice: '20.00', supplierCompanyId })
  const companyId = await aCompany(database)
  const buyer = await aPerson(database, { companyId })
  const runner = aRunner(point)
  const service = await runner.start()
  const [buying, selling] = [await signIn(service, buyer), await signIn(service, seller)]
  const { checkoutId } = await placeDirectly(runner, buying, product.id)
  const checkout = await runner.repeat(() => buying.get(`/api/v1/checkout/${checkoutId}`))
  const { orderId } = checkout.body.data
  return { runner, service, buying, selling, orderId, companyId }
}

type Parties = {
  readonly service: ServiceProcess
  readonly buying: Client
  readonly selling: Client
  readonly companyId: Id<'co'>
}

async function acceptPrice(runner: Runner, parties: Parties, orderId: string): Promise<void> {
  const unitPrice = { amount: '25.00', currency: 'EUR' }
  await acceptProposal(runner, parties, orderId, { unitPrice })
}

/** An approver approves what the buyer accepts, and the buyer accepts it again to pay. */
async function acceptApprovedPrice(
  runner: Runner,
  parties: Parties,
  orderId: string,
): Promise<void> {
  const { service, buying, companyId } = parties
  const admin = await signIn(service, await aPerson(database, { companyId, role: 'company_admin' }))
  const approving = await signIn(service, await aPerson(database, { companyId, role: 'approver' }))
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
  await acceptPrice(runner, parties, orderId)
  const [{ id, contentHash }] = (await approving.get('/api/v1/approvals')).body.data
  const approval = `/api/v1/approvals/${id}`
  const proposals = `/api/v1/orders/${orderId}/proposals`
  await approving.post(`${approval}/approve`, { contentHash }).catch(() => undefined)
  const { state } = (await runner.repeat(() => approving.get(approval))).body.data
  if (state === 'PENDING') await approving.post(`${approval}/approve`, { contentHash })
  const [proposal] = (await runner.repeat(() => buying.get(proposals))).body.data
  expect(proposal).toMatchObject({ state: 'PROPOSED', approvedLines: [1] })
  const key = aKey()
  await runner.repeat(() => buying.post(`${proposals}/${proposal.id}/accept`, {}, { key }))
}

async function pay(redirectUrl: string): Promise<void> {
  const body = new URLSearchParams({ choice: 'pay' })
  await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of several routes.
async function until(runner: Runner, client: Client, path: string, isSo: (data: any) => boolean) {
  for (let look = 0; look < 1_000; look += 1) {
    const { body } = await runner.repeat(() => client.get(path))
    if (isSo(body.data)) return body.data
    await wait(50)
  }
  throw new Error(`${path} did not come to that`)
}

/** The first one first. */
async function paymentsOf(companyId: string) {
  const { rows } = await sql`
    select state, captured_minor = amount_minor as is_whole, order_id is not null as has_order
    from payments.payments where company_id = ${companyId} order by id
  `.execute(database.pool)
  return rows
}

async function signIn({ baseUrl }: ServiceProcess, { email, password }: APerson): Promise<Client> {
  const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
  return createClient(baseUrl, { bearer: body.data.accessToken })
}
