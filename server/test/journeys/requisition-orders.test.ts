import { beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { useReceiver } from '#testing/webhooks'
import { approve, codeOf, eventsTo, reject } from './approvals-client.ts'
import type { Client } from './client.ts'
import { checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const url = '/api/v1/requisitions'
let ours: CompanyOfWorld
let approver: Client
let productId: string

beforeEach(async () => {
  ours = await world.company()
  approver = ours.approver
  await giveCredit(world, ours.companyId, 1_000_000n)
  productId = await aBolt()
})

const desk = { what: 'A height-adjustable desk', quantity: 2 }

it('a rule asks for the order of a line in words, and for no other', async () => {
  const rule = {
    name: 'Words',
    conditions: { freeTextLines: true },
    steps: [{ mode: 'ANY', people: [(await ours.admin.get('/auth/me')).body.data.id] }],
  }
  const made = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(made.body.data.conditions, JSON.stringify(made.body)).toEqual({ freeTextLines: true })
  const named = await aSubmitted(approver, [{ productId, quantity: 1 }])
  const ordered = await ours.buyer.post(`${url}/${named}/convert`, {})
  expect(ordered.body.data.state).toBe('ORDERED')

  const id = await aSubmitted(approver, [{ productId: await aBolt(), quantity: 1 }, desk])
  const [bolt, wish] = (await approver.get(`${url}/${id}`)).body.data.lines
  await ours.buyer.put(`${url}/${id}/lines/${wish.id}/sourcing`, { productId })
  const first = await ours.buyer.post(`${url}/${id}/convert`, { lines: [bolt.id] })
  expect(first.body.data.lines[0].state).toBe('ORDERED')
  const second = await ours.buyer.post(`${url}/${id}/convert`, {})
  expect(second.body.data, JSON.stringify(second.body)).toMatchObject({ state: 'IN_APPROVAL' })
  const [request] = (await ours.admin.get('/api/v1/approvals')).body.data
  expect(request.steps).toMatchObject([{ rule: 'Words' }])
})

it('names codes of the lists that the company keeps, when it is written and when it is submitted', async () => {
  await ours.admin.patch('/api/v1/company', { glAccountRequired: true })
  const aCode = async (list: string, code: string): Promise<string> =>
    (await ours.admin.post(`/api/v1/company/${list}`, { code, name: code })).body.data.id
  const centre = await aCode('cost-centers', '4711')
  await aCode('projects', 'P-1')
  const lines = [
    { ...desk, costCenter: '4712' },
    { productId, quantity: 4, allocations: [{ project: 'P-2', percent: '100' }] },
  ]
  const refused = await approver.post(url, { title: 'Desks', lines })
  expect(refused.status).toBe(422)
  expect(refused.body.meta).toMatchObject({
    code: 'structure.code_unknown',
    details: {
      codes: [
        { kind: 'COST_CENTER', code: '4712', nearest: ['4711'] },
        { kind: 'PROJECT', code: 'P-2', nearest: ['P-1'] },
      ],
    },
  })
  const line = { productId, quantity: 4, costCenter: '4711' }
  const { id } = (await approver.post(url, { title: 'Bolts', shipTo, lines: [line] })).body.data
  expect(codeOf(await approver.patch(`${url}/${id}`, { lines }))).toBe('structure.code_unknown')
  await ours.admin.post(`/api/v1/company/cost-centers/${centre}/end`)
  const late = await approver.post(`${url}/${id}/submit`, {})
  expect(late.body.meta.details).toMatchObject({ codes: [{ code: '4711', reason: 'ENDED' }] })
  await ours.admin.post(`/api/v1/company/cost-centers/${centre}/reopen`)
  expect((await approver.post(`${url}/${id}/submit`, {})).body.data.state).toBe('SUBMITTED')

  expect(codeOf(await ours.buyer.post(`${url}/${id}/convert`, {}))).toBe(
    'checkout.references_required',
  )
  const converted = await ours.buyer.post(`${url}/${id}/convert`, { glAccount: '6815' })
  const { orderId } = converted.body.data
  const order = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
  expect(order.lines).toMatchObject([{ costCenter: '4711', glAccount: '6815' }])
})

describe('a requisition with lines of several orders', () => {
  const convert = (id: string, lines?: readonly string[], client = ours.buyer) =>
    client.post(`${url}/${id}/convert`, lines ? { lines } : {})
  const statesOf = async (id: string) => {
    const { state, lines } = (await approver.get(`${url}/${id}`)).body.data
    return [state, ...lines.map((line: { state: string }) => line.state)]
  }
  const idsOf = async (id: string): Promise<string[]> =>
    (await approver.get(`${url}/${id}`)).body.data.lines.map((line: { id: string }) => line.id)

  it('orders the chosen lines now and the others later, each of them once', async () => {
    const id = await aSubmitted(approver, [
      { productId, quantity: 1 },
      desk,
      { productId: await aBolt(), quantity: 3 },
    ])
    const [first = '', wish = '', last = ''] = await idsOf(id)
    expect(codeOf(await convert(id, ['rql_none']))).toBe('requisitions.line_not_found')
    expect(codeOf(await convert(id, [first, wish]))).toBe('requisitions.lines_not_orderable')

    const converts = await Promise.all([1, 2, 3].map(() => convert(id, [first])))
    expect(converts.map(({ body }) => body.data?.state)).toEqual(Array(3).fill('IN_SOURCING'))
    expect(await statesOf(id)).toEqual(['IN_SOURCING', 'ORDERED', 'OPEN', 'OPEN'])
    expect(codeOf(await convert(id, [first, last]))).toBe('requisitions.lines_not_open')
    const sourcing = { productId: await aBolt() }
    const taken = await ours.buyer.put(`${url}/${id}/lines/${wish}/sourcing`, sourcing)
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)

    const rest = await Promise.all([convert(id), convert(id, [wish, last]), convert(id)])
    expect(rest.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await statesOf(id)).toEqual(['ORDERED', 'ORDERED', 'ORDERED', 'ORDERED'])
    const orders = (await ours.buyer.get('/api/v1/orders')).body.data
    const { lines, orderId } = (await approver.get(`${url}/${id}`)).body.data
    expect(orders).toHaveLength(2)
    expect(lines.map((line: { orderId: string }) => line.orderId)).toEqual([
      orders[1].id,
      orders[0].id,
      orders[0].id,
    ])
    expect(orderId).toBe(orders[0].id)
    expect(await eventsTo(world, ours.companyId, id)).toEqual([
      'requisition.submitted',
      'requisition.partly_ordered',
      'requisition.approved',
      'requisition.ordered',
    ])
  })

  it('notifies webhooks of each order that is placed while other lines are left', async () => {
    const receiver = await useReceiver()
    const wanted = { name: 'ERP', url: receiver.url, events: ['requisition.partly_ordered'] }
    expect((await ours.integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
    const id = await aSubmitted(approver, [{ productId, quantity: 1 }, desk, desk])
    const [first = ''] = await idsOf(id)
    const { orderId, number } = (await convert(id, [first])).body.data
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'requisition.partly_ordered',
      data: { requisitionId: id, number, state: 'IN_SOURCING', orderId, linesLeft: 2 },
    })
  })

  it('is ordered when a buyer rejects the lines that no order has', async () => {
    const id = await aSubmitted(approver, [{ productId, quantity: 1 }, desk])
    const [first = ''] = await idsOf(id)
    await convert(id, [first])
    const rejected = await ours.buyer.post(`${url}/${id}/reject`, { comment: 'No desks.' })
    expect(rejected.body.data.history.at(-1)).toMatchObject({
      state: 'ORDERED',
      comment: 'No desks.',
    })
    expect(await statesOf(id)).toEqual(['ORDERED', 'ORDERED', 'CANCELLED'])
    expect(codeOf(await convert(id))).toBeUndefined()
  })

  it('keeps its ordered lines when its requester changes the others', async () => {
    const id = await aSubmitted(approver, [{ productId, quantity: 1 }, desk])
    const [first = ''] = await idsOf(id)
    await convert(id, [first])
    await ours.buyer.post(`${url}/${id}/return`, { comment: 'Which desk?' })
    const changed = await approver.patch(`${url}/${id}`, { lines: [{ productId, quantity: 7 }] })
    expect(changed.body.data.lines).toMatchObject([
      { id: first, position: 1, quantity: 1, state: 'ORDERED' },
      { position: 2, quantity: 7, state: 'OPEN' },
    ])
    const many = Array.from({ length: 200 }, () => desk)
    expect(codeOf(await approver.patch(`${url}/${id}`, { lines: many }))).toBe(
      'requisitions.lines_too_many',
    )
    await approver.patch(`${url}/${id}`, { lines: [] })
    expect(codeOf(await approver.post(`${url}/${id}/submit`, {}))).toBe('requisitions.no_lines')
    expect((await approver.post(`${url}/${id}/withdraw`, {})).body.data.state).toBe('ORDERED')
  })
})

describe('a requisition whose order waits for approval', () => {
  beforeEach(async () => {
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const steps = [{ mode: 'ANY', people: [adminId] }]
    const rule = { name: 'All', conditions: {}, steps, position: 1 }
    const made = await ours.admin.post('/api/v1/approval-rules', rule)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  })

  const inApproval = async () => {
    const id = await aSubmitted(approver, [{ productId, quantity: 1 }])
    const { body } = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(body.data, JSON.stringify(body)).toMatchObject({ state: 'IN_APPROVAL' })
    const approvals = (await ours.admin.get('/api/v1/approvals')).body.data
    const approval = approvals.find((one: { orderId: string }) => one.orderId === body.data.orderId)
    return { id, approval, orderId: body.data.orderId as string }
  }
  const stateOf = async (id: string) => (await approver.get(`${url}/${id}`)).body.data.state

  it('is never decided by the person who asked for it, and rules read that person', async () => {
    const { id: requesterId } = (await approver.get('/auth/me')).body.data
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const rule = {
      name: 'Asked for by Ann',
      conditions: { requesterIds: [requesterId] },
      steps: [{ mode: 'ANY', role: 'approver', people: [adminId, requesterId] }],
      position: 2,
    }
    const made = await ours.admin.post('/api/v1/approval-rules', rule)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id, approval, orderId } = await inApproval()
    expect(codeOf(await approve(approver, approval))).toBe('approvals.own_order')
    expect(codeOf(await reject(approver, approval))).toBe('approvals.own_order')
    expect(codeOf(await approve(ours.buyer, approval))).toBe('approvals.own_order')
    const context = (await ours.admin.get(`/api/v1/approvals/${approval.id}`)).body.data
    expect(context).toMatchObject({ requestedBy: requesterId, requester: { id: requesterId } })
    expect(context.steps).toHaveLength(2)
    const order = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    expect(order).toMatchObject({ requestedBy: requesterId })
    expect(order.placedBy).not.toBe(requesterId)
    expect((await approve(ours.admin, approval)).status).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('ORDERED')
  })

  it('is partly ordered when one of its orders is approved, and not when it is rejected', async () => {
    const id = await aSubmitted(approver, [
      { productId, quantity: 1 },
      desk,
      { productId: await aBolt(), quantity: 2 },
    ])
    const { lines } = (await approver.get(`${url}/${id}`)).body.data
    for (const at of [0, 2]) {
      const converted = await ours.buyer.post(`${url}/${id}/convert`, { lines: [lines[at].id] })
      expect(converted.body.data, JSON.stringify(converted.body)).toMatchObject({
        state: 'IN_SOURCING',
      })
    }
    const [second, first] = (await ours.admin.get('/api/v1/approvals')).body.data
    const eventsOf = () => eventsTo(world, ours.companyId, id)
    expect(await eventsOf()).toEqual(['requisition.submitted'])
    expect((await reject(ours.admin, second)).status).toBe(200)
    await expect.poll(async () => (await lineStates(id)).at(2)).toBe('CANCELLED')
    expect((await approve(ours.admin, first)).status).toBe(200)
    await expect.poll(() => lineStates(id)).toEqual(['ORDERED', 'OPEN', 'CANCELLED'])
    expect(await eventsOf()).toEqual(['requisition.submitted', 'requisition.partly_ordered'])
  })

  const lineStates = async (id: string): Promise<string[]> =>
    (await approver.get(`${url}/${id}`)).body.data.lines.map(
      (line: { state: string }) => line.state,
    )

  it('is ordered when the order is approved', async () => {
    const { id, approval } = await inApproval()
    expect((await approve(ours.admin, approval)).status).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('ORDERED')
  })

  it('is rejected with the order, with the reason', async () => {
    const { id, approval } = await inApproval()
    expect((await reject(ours.admin, approval)).status).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('REJECTED')
    const { history } = (await approver.get(`${url}/${id}`)).body.data
    expect(history.at(-1)).toMatchObject({ comment: 'Too many.' })
  })

  it('is with its requester again when the order is cancelled, and becomes another order', async () => {
    const { id, orderId } = await inApproval()
    const cancelled = await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('RETURNED')
    await approver.post(`${url}/${id}/submit`, {})
    const again = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(again.body.data.state).toBe('IN_APPROVAL')
    expect(again.body.data.orderId).not.toBe(orderId)
  })

  it('keeps what its other orders say: one is rejected, one approved, one cancelled', async () => {
    const products = [productId, await aBolt(), await aBolt()]
    const id = await aSubmitted(
      approver,
      products.map((product) => ({ productId: product, quantity: 1 })),
    )
    const { lines } = (await approver.get(`${url}/${id}`)).body.data
    const orderIds: string[] = []
    for (const line of lines) {
      const { body } = await ours.buyer.post(`${url}/${id}/convert`, { lines: [line.id] })
      orderIds.push(body.data.orderId)
    }
    expect(await stateOf(id)).toBe('IN_APPROVAL')
    const approvals = (await ours.admin.get('/api/v1/approvals')).body.data
    const of = (at: number) =>
      approvals.find((one: { orderId: string }) => one.orderId === orderIds[at])
    const lineStates = async () =>
      (await approver.get(`${url}/${id}`)).body.data.lines.map(
        (line: { state: string }) => line.state,
      )
    await reject(ours.admin, of(0))
    await expect.poll(lineStates).toEqual(['CANCELLED', 'IN_APPROVAL', 'IN_APPROVAL'])
    expect(await stateOf(id)).toBe('IN_APPROVAL')
    await ours.buyer.post(`/api/v1/orders/${orderIds[1]}/cancel`, {})
    await expect.poll(() => stateOf(id)).toBe('RETURNED')
    await approve(ours.admin, of(2))
    await expect.poll(lineStates).toEqual(['CANCELLED', 'OPEN', 'ORDERED'])
    expect(await stateOf(id)).toBe('RETURNED')
    await approver.post(`${url}/${id}/submit`, {})
    const again = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(again.body.data).toMatchObject({ state: 'IN_APPROVAL' })
    expect(orderIds).not.toContain(again.body.data.orderId)
  })

  it('becomes a revision of the order that an approver returned', async () => {
    const { id, approval } = await inApproval()
    const comment = { comment: 'Fewer.', contentHash: approval.contentHash }
    const returned = await ours.admin.post(`/api/v1/approvals/${approval.id}/return`, comment)
    expect(returned.status, JSON.stringify(returned.body)).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('RETURNED')
    await approver.patch(`${url}/${id}`, { lines: [{ productId, quantity: 2 }] })
    await approver.post(`${url}/${id}/submit`, {})
    const seen = (await approver.get(`/api/v1/approvals/${approval.id}`)).body.data
    expect(seen.mayRevise).toBe(false)
    const again = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(again.body.data, JSON.stringify(again.body)).toMatchObject({ state: 'IN_APPROVAL' })
    const approvals = (await ours.admin.get('/api/v1/approvals')).body.data
    expect(
      approvals.find((one: { orderId: string }) => one.orderId === again.body.data.orderId),
    ).toMatchObject({ revises: approval.id })
    const cart = await fillCart(approver, [{ productId: await aBolt(), quantity: 2 }])
    const beside = await checkOut(approver, cart, { revises: approval.id })
    expect(codeOf(beside)).toBe('approvals.order_of_requisition')
  })
})

async function aBolt(): Promise<string> {
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '100.00', onHand: 100 }
  return (await aProduct(database, product)).id
}

it('a line that an approver removes from its order is cancelled, and the others are ordered', async () => {
  const people = [(await ours.admin.get('/auth/me')).body.data.id]
  const steps = [{ mode: 'ANY', people, mayReduce: true }]
  await ours.admin.post('/api/v1/approval-rules', { name: 'All', steps })
  const lines = [
    { productId, quantity: 2, allocations: [{ costCenter: 'A', quantity: 2 }] },
    { productId: await aBolt(), quantity: 3 },
    { productId, quantity: 5 },
  ]
  const id = await aSubmitted(approver, lines)
  const [first, ...chosen] = (await approver.get(`${url}/${id}`)).body.data.lines
  const convert = (some: readonly { readonly id: string }[]) =>
    ours.buyer.post(`${url}/${id}/convert`, { lines: some.map((line) => line.id) })
  const { lines: inOrder } = (await convert(chosen)).body.data
  const request = (await ours.admin.get('/api/v1/approvals')).body.data[0]
  const reduced = await ours.admin.post(`/api/v1/approvals/${request.id}/reduce`, {
    contentHash: request.contentHash,
    lines: [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 2, quantity: 0 },
    ],
    reason: 'We have enough of these.',
  })
  expect(reduced.status, JSON.stringify(reduced.body)).toBe(200)
  const { orderId } = inOrder[1]
  const linesOf = async () =>
    (await approver.get(`${url}/${id}`)).body.data.lines.map(
      (line: { readonly state: string; readonly orderId?: string }) => [line.state, line.orderId],
    )
  await expect.poll(linesOf).toEqual([
    ['OPEN', undefined],
    ['IN_APPROVAL', orderId],
    ['CANCELLED', orderId],
  ])
  await approve(ours.admin, reduced.body.data)
  await expect.poll(linesOf).toEqual([
    ['OPEN', undefined],
    ['ORDERED', orderId],
    ['CANCELLED', orderId],
  ])
  const converted = await convert([first])
  expect(converted.body.data, JSON.stringify(converted.body)).toMatchObject({
    state: 'IN_APPROVAL',
  })
  const [second] = (await ours.admin.get('/api/v1/approvals')).body.data
  await approve(ours.admin, second)
  await expect
    .poll(async () => (await approver.get(`${url}/${id}`)).body.data.state)
    .toBe('ORDERED')
})
