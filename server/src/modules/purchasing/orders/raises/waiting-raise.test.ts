import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { after } from '#kernel/time'
import type { ApprovalRequest } from '#modules/approvals'
import { sql } from '#platform/db'
import { anApprovals, someBudgets } from '#testing/approvals'
import { stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { getApprovalContext } from '../approval/approval-context.ts'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  askForApproval,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import type { LineAnswer } from '../supplier/read-answers.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let approver: Actor

/** Two lines of 4 and 3 pieces at 2.50 of one supplier, for which everything needs an approver from now on. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [{ quantity: 4 }, { quantity: 3 }])
  supplier = order.suppliers[0] as Actor
  approver = await askForApproval(world, order)
})

const dearer: LineAnswer = {
  lineNumber: 1,
  status: 'CHANGED',
  unitPrice: { amount: '2.75', currency: 'EUR' },
}

describe('a proposal that the buyer accepts, and others have to approve', () => {
  it('waits: the order is as it was, and approvers see what it adds', async () => {
    const proposalId = await propose([dearer])
    const before = await read()
    await accept(proposalId)
    const { order: waiting, lines } = await read()
    expect(waiting).toMatchObject({ total: before.order.total, version: before.order.version + 1 })
    expect(lines).toEqual(before.lines)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_750n)
    const request = await openRequest()
    expect(request).toMatchObject({ total: euros(1_850n), added: euros(100n) })
    const context = await contextOf(request)
    expect(context).toMatchObject({ mayDecide: true, mayReduce: false, mayRevise: false })
    expect(context.differences).toEqual([
      {
        field: 'UNIT_PRICE',
        productId: order.products[0]?.id,
        name: expect.any(String),
        before: { text: '2.5 EUR' },
        after: { text: '2.75 EUR' },
      },
      {
        field: 'TOTAL',
        before: { amount: { amount: '17.50', currency: 'EUR' } },
        after: { amount: { amount: '18.50', currency: 'EUR' } },
      },
    ])
  })

  it('binds with the last approval', async () => {
    const proposalId = await propose([dearer])
    await accept(proposalId)
    await approve(await openRequest())
    const { order: raised, lines } = await read()
    expect(raised.total).toEqual(euros(2_850n))
    expect(lines[2]).toMatchObject({ total: euros(1_100n), progress: { followsLine: 1 } })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_850n)
    expect((await proposals())[0]).toMatchObject({ state: 'ACCEPTED', decidedBy: order.buyer.id })
    expect((await requests()).map(({ state }) => state)).toEqual(['APPROVED'])
    await propose([{ ...dearer, lineNumber: 2 }])
    await accept((await proposals())[0]?.id ?? '')
    expect((await requests()).map(({ state }) => state)).toEqual(['PENDING', 'APPROVED'])
  })

  it('does not bind when the buyer cannot pay, and the last approval says why', async () => {
    await accept(await propose([dearer]))
    const { companyId } = order.buyer
    const limitTo = (minor: bigint) =>
      database.transaction((tx) =>
        world.payments.putCreditAccount(
          tx,
          { companyId, limit: euros(minor), netDays: 30 },
          world.clock.now,
        ),
      )
    await limitTo(1_849n)
    const request = await openRequest()
    await expect(approve(request)).rejects.toMatchObject({ code: 'payments.credit_limit_exceeded' })
    expect((await read()).lines).toHaveLength(2)
    await limitTo(1_850n)
    await approve(request)
    expect((await read()).lines).toHaveLength(3)
  })

  it.each(['REJECTED', 'RETURNED'] as const)('that is %s leaves the proposal open', async (to) => {
    const proposalId = await propose([dearer])
    await accept(proposalId)
    const { id: approvalId } = await openRequest()
    await world.fulfilment.refuse(approver, { approvalId, to, reason: 'Too dear.' })
    expect((await requests())[0]).toMatchObject({ state: to, reason: 'Too dear.' })
    const { timeline, lines } = await read()
    expect(timeline.at(-1)).toMatchObject({
      kind: 'RAISE_ENDED',
      details: { approvalId, proposalId, outcome: to, comment: 'Too dear.' },
    })
    expect(lines).toHaveLength(2)
    expect((await proposals())[0]?.state).toBe('PROPOSED')
    await accept(proposalId)
    expect(await requests()).toHaveLength(2)
    await expect(approvals().assertRevisable(order.buyer, approvalId)).rejects.toMatchObject({
      code: 'approvals.request_of_change',
    })
  })

  it('expires, and the order stays as it was', async () => {
    await accept(await propose([dearer]))
    const request = await openRequest()
    world.clock.now = after(request.expiresAt, 1)
    await world.fulfilment.continueRequest(request)
    expect((await requests())[0]?.state).toBe('EXPIRED')
    expect((await read()).timeline.at(-1)).toMatchObject({
      kind: 'RAISE_ENDED',
      details: { outcome: 'EXPIRED' },
    })
  })

  it.each([
    ['ships the line', () => ship(1)],
    ['cancels another line', () => cancel(2)],
    ['answers the line again', () => answer([{ ...dearer, lineNumber: 1, quantity: 3000n }])],
  ])('is withdrawn when somebody %s', async (_, step) => {
    await accept(await propose([dearer]))
    const request = await openRequest()
    await step()
    expect((await requests())[0]?.state).toBe('WITHDRAWN')
    await expect(approve(request)).rejects.toMatchObject({ code: 'approvals.already_decided' })
    expect((await read()).lines).toHaveLength(2)
  })

  it('is withdrawn by the buyer who refuses it, and only one waits at a time', async () => {
    const proposalId = await propose([dearer, { ...dearer, lineNumber: 2 }])
    await accept(proposalId, [1])
    await expect(accept(proposalId, [2])).rejects.toMatchObject({
      code: 'orders.raise_awaits_approval',
    })
    await refuse(proposalId, [1])
    expect((await requests())[0]?.state).toBe('WITHDRAWN')
    await accept(proposalId, [2])
    expect((await requests())[0]?.state).toBe('PENDING')
  })

  it('does not wait for an approver who accepts it and can give every approval', async () => {
    const proposalId = await propose([dearer])
    await world.fulfilment.acceptProposal(approver, { ...step(), proposalId })
    expect((await read()).lines).toHaveLength(3)
    expect(await requests()).toEqual([])
  })
})

describe('a requested change that the supplier accepts, and others have to approve', () => {
  it('waits, and binds with the last approval', async () => {
    const changeRequestId = await request(6000n)
    await acceptRequest(changeRequestId)
    expect((await read()).lines).toHaveLength(2)
    const asked = await openRequest()
    expect(asked.added).toEqual(euros(500n))
    expect((await contextOf(asked)).differences?.[0]).toMatchObject({
      field: 'QUANTITY',
      before: { quantity: 4 },
      after: { quantity: 6 },
    })
    await approve(asked)
    expect((await read()).order.total).toEqual(euros(2_250n))
    expect((await changeRequests())[0]).toMatchObject({
      state: 'ACCEPTED',
      decidedBy: supplier.id,
      decisionNote: 'Gladly.',
    })
  })

  it('is withdrawn when approvers reject it, and lapses when the order changes', async () => {
    await acceptRequest(await request(6000n))
    const { id: approvalId } = await openRequest()
    await world.fulfilment.refuse(approver, { approvalId, to: 'REJECTED', reason: 'Enough.' })
    expect((await changeRequests())[0]?.state).toBe('WITHDRAWN')
    expect((await read()).lines[0]?.progress.changeRequestId).toBeUndefined()
    await acceptRequest(await request(5000n))
    await cancel(2)
    expect((await changeRequests())[0]?.state).toBe('LAPSED')
    expect((await requests())[0]?.state).toBe('WITHDRAWN')
  })
})

describe('the budgets of a raise that waits', () => {
  it('hold what it adds, and have it back when it ends', async () => {
    await sql`
      update orders.orders set checkout_id = ${newId('chk', world.clock.now)}
      where company_id = ${order.buyer.companyId} and id = ${order.id}
    `.execute(database.pool)
    const admin = await aPerson(database, {
      companyId: order.buyer.companyId,
      role: 'company_admin',
    })
    const budgets = someBudgets(database, world.deps.now)
    const { id: budgetId } = await budgets.add(admin.actor, {
      kind: 'PERSON',
      name: 'Each person',
      period: 'MONTH',
      limit: { amount: '6.00', currency: 'EUR' },
    })
    const used = async () => {
      const [usage] = (await budgets.get(admin.actor, budgetId, ['PERSON'])).usages
      return [usage?.held.amountMinor ?? 0n, usage?.committed.amountMinor ?? 0n]
    }
    await acceptRequest(await request(6000n))
    expect(await used()).toEqual([500n, 0n])
    const first = await openRequest()
    expect((await contextOf(first)).budgets).toMatchObject([
      { id: budgetId, before: euros(0n), after: euros(500n) },
    ])
    const reason = 'Later.'
    await world.fulfilment.refuse(approver, { approvalId: first.id, to: 'RETURNED', reason })
    expect(await used()).toEqual([0n, 0n])
    await acceptRequest(await request(6000n))
    await approve(await openRequest())
    expect(await used()).toEqual([0n, 500n])
  })
})

describe('64 simultaneous steps', () => {
  it('end in exact sums', async () => {
    const proposalId = await propose([dearer])
    await accept(proposalId)
    const first = await openRequest()
    const steps = [
      () => accept(proposalId),
      () => approve(first),
      () => refuse(proposalId),
      () => ship(1),
      () => cancel(1),
      () => answer([dearer]),
      async () => {
        const [latest] = await requests()
        if (latest) await approve(latest)
      },
      async () => {
        const [latest] = await proposals()
        if (latest) await accept(latest.id)
      },
    ]
    await Promise.allSettled(
      Array.from({ length: 64 }, (_, at) => (steps[at % steps.length] as () => Promise<unknown>)()),
    )
    const { lines, order: ended, timeline } = await read()
    expect(timeline).toHaveLength(ended.version)
    const cost = lines.reduce(
      (sum, { total, progress }) => sum + total.amountMinor - progress.credited.amountMinor,
      0n,
    )
    expect(await usedCredit(world, order.buyer.companyId)).toBe(cost)
    const kept = lines
      .filter(({ productId }) => productId === order.products[0]?.id)
      .reduce((sum, { progress }) => sum + progress.quantity - progress.cancelled, 0n)
    expect((await stockOf(database, order.products[0]?.id ?? ''))?.committed).toBe(numberOf(kept))
    const open = (await requests()).filter(({ state }) => state === 'PENDING')
    expect(open.length).toBeLessThanOrEqual(1)
    for (const one of open) {
      expect((await proposals()).some(({ state }) => state === 'PROPOSED')).toBe(true)
      await approve(one)
    }
  })
})

const euros = (minor: bigint) => money(minor, 'EUR')

/** Each step is a second later: ids sort by time. */
function step() {
  world.clock.now = after(world.clock.now, 1_000)
  return { orderId: order.id, idempotency: undefined }
}

const approvals = () => anApprovals(database, world.deps.now)

async function requests(): Promise<ApprovalRequest[]> {
  return (await approvals().listOfOrder(approver, order.id)).map(({ request: one }) => one)
}

async function openRequest(): Promise<ApprovalRequest> {
  const [first] = await requests()
  if (first?.state !== 'PENDING') throw new Error('no request waits')
  return first
}

const contextOf = ({ id }: ApprovalRequest) =>
  getApprovalContext(
    { database, approvals: approvals(), budgets: someBudgets(database, world.deps.now) },
    approver,
    id,
  )

const approve = ({ id: approvalId, contentHash }: ApprovalRequest) =>
  world.fulfilment.approve(approver, { approvalId, contentHash })

const answer = (lines: readonly LineAnswer[]) =>
  world.fulfilment.answer(supplier, { ...step(), lines })

const proposals = () => world.fulfilment.listProposals(order.buyer, order.id, { limit: 20 })

async function propose(lines: readonly LineAnswer[]): Promise<string> {
  await answer(lines)
  const [proposal] = await proposals()
  if (!proposal) throw new Error('nothing is proposed')
  return proposal.id
}

const accept = (proposalId: string, lineNumbers?: readonly number[]) =>
  world.fulfilment.acceptProposal(order.buyer, { ...step(), proposalId, lineNumbers })

const refuse = (proposalId: string, lineNumbers?: readonly number[]) =>
  world.fulfilment.refuseProposal(order.buyer, { ...step(), proposalId, lineNumbers })

const changeRequests = () =>
  world.fulfilment.listChangeRequests(order.buyer, order.id, { limit: 20 })

async function request(quantity: bigint): Promise<string> {
  const lines = [{ lineNumber: 1, quantity }]
  await world.fulfilment.requestChange(order.buyer, { ...step(), lines, reason: 'More.' })
  const [first] = await changeRequests()
  if (!first) throw new Error('nothing is requested')
  return first.id
}

const acceptRequest = (changeRequestId: string) =>
  world.fulfilment.acceptChangeRequest(supplier, { ...step(), changeRequestId, note: 'Gladly.' })

const ship = (lineNumber: number) =>
  world.fulfilment.ship(supplier, { ...step(), lines: [{ lineNumber, quantity: 1000n }] })

const cancel = (lineNumber: number) =>
  world.fulfilment.cancel(order.buyer, { ...step(), lines: [{ lineNumber, quantity: 1000n }] })

const read = () => readOrder(world, order)
