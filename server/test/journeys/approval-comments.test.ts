import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { useReceiver } from '#testing/webhooks'
import { type Approval, approve, codeOf } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
let ours: CompanyOfWorld
let productId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '100.00', onHand: 100 }
  productId = (await aProduct(database, product)).id
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
})

describe('comments', () => {
  it('ask without deciding, and everybody else who has to do with the request gets a mail', async () => {
    const approval = await aRequest()
    const asked = await say(ours.approver, approval, ' Why twelve? ')
    expect(asked.status).toBe(201)
    expect(asked.body.data).toMatchObject({ text: 'Why twelve?' })
    expect((await say(ours.buyer, approval, 'For the new office.')).status).toBe(201)
    expect(codeOf(await say(supplier.approver, approval, 'Hello'))).toBe(
      'approvals.request_not_found',
    )
    expect((await say(ours.buyer, approval, ' ')).status).toBe(400)

    const { body } = await ours.admin.get(`/api/v1/approvals/${approval.id}`)
    expect(body.data.state).toBe('PENDING')
    expect(body.data.comments.map(({ text }: { text: string }) => text)).toEqual([
      'Why twelve?',
      'For the new office.',
    ])
    await expect.poll(() => mailsOf(approval.id), { timeout: 60_000 }).toEqual([1, 1])
    expect((await approve(ours.approver, approval)).body.data.state).toBe('APPROVED')
    await expect
      .poll(async () => codeOf(await say(ours.buyer, approval, 'Thanks')), { timeout: 60_000 })
      .toBe('approvals.already_decided')
  })

  it('with the same key are one, and are at most 100', async () => {
    const approval = await aRequest()
    const key = aKey()
    const twice = await Promise.all([1, 2].map(() => say(ours.buyer, approval, 'Once.', key)))
    expect(new Set(twice.map(({ body }) => body.data?.id)).size).toBe(1)
    await sql`
      insert into approvals.comments (company_id, id, request_id, author_id, text, written_at, mails)
      select company_id, id || n, request_id, author_id, text, written_at, 0
      from approvals.comments, generate_series(1, 99) n where request_id = ${approval.id}
    `.execute(database.pool)
    expect(codeOf(await say(ours.buyer, approval, 'More.'))).toBe(
      'approvals.comments_limit_reached',
    )
  })
})

describe('an approver', () => {
  it('adds another one, who must approve too', async () => {
    const approval = await aRequest()
    const adminId = await idOf(ours.admin)
    expect(codeOf(await add(ours.buyer, approval, adminId))).toBe('approvals.not_an_approver')
    const buyerId = await idOf(ours.buyer)
    expect(codeOf(await add(ours.approver, approval, buyerId))).toBe(
      'approvals.requester_cannot_approve',
    )
    const stranger = await idOf(supplier.admin)
    expect(codeOf(await add(ours.approver, approval, stranger))).toBe('approvals.people_unknown')

    const added = await add(ours.approver, approval, adminId)
    expect(added.body.data.steps).toMatchObject([
      { role: 'approver' },
      { mode: 'ALL', people: [adminId], addedBy: await idOf(ours.approver) },
    ])
    expect(codeOf(await add(ours.approver, approval, adminId))).toBe('approvals.approver_exists')
    expect((await approve(ours.approver, approval)).body.data).toMatchObject({
      state: 'PENDING',
      step: 2,
    })
    expect((await approve(ours.admin, approval)).body.data.state).toBe('APPROVED')
    expect(codeOf(await add(ours.approver, approval, adminId))).toBe('approvals.already_decided')
  })

  it('is added once, however many add the person or approve at the same time', async () => {
    const approval = await aRequest()
    const adminId = await idOf(ours.admin)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 4 === 3
          ? approve(ours.approver, approval)
          : add(at % 2 === 0 ? ours.approver : ours.admin, approval, adminId),
      ),
    )
    const added = answers.filter(({ status }, at) => at % 4 !== 3 && status === 200)
    const approved = answers.filter(({ status }, at) => at % 4 === 3 && status === 200)
    const { body } = await ours.admin.get(`/api/v1/approvals/${approval.id}`)
    expect(approved).toHaveLength(1)
    expect(body.data.steps).toHaveLength(1 + added.length)
    expect(body.data.state).toBe(added.length === 0 ? 'APPROVED' : 'PENDING')
    expect(added.length).toBeLessThanOrEqual(1)
    const refused = answers.filter(({ status }) => status !== 200).map((answer) => codeOf(answer))
    expect(refused.filter((code) => !refusals.includes(code ?? ''))).toEqual([])
  })

  it('stays needed when the order is returned and submitted again', async () => {
    const approval = await aRequest()
    const adminId = await idOf(ours.admin)
    await add(ours.approver, approval, adminId)
    const { id, contentHash } = approval
    await ours.approver.post(`/api/v1/approvals/${id}/return`, { contentHash, comment: 'Ten.' })
    const again = await aRequest({ revises: id })
    const { body } = await ours.admin.get(`/api/v1/approvals/${again.id}`)
    expect(body.data).toMatchObject({ step: 1, steps: [{}, { people: [adminId] }] })
  })
})

it('webhooks get each comment once, without its text, and each added approver', async () => {
  const receiver = await useReceiver()
  const wanted = { name: 'ERP', url: receiver.url, events: ['approval.*'] }
  expect((await ours.integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
  const approval = await aRequest()
  const key = aKey()
  const comment = (await say(ours.buyer, approval, 'For the new office.', key)).body.data
  await say(ours.buyer, approval, 'For the new office.', key)
  const [authorId, approverId] = [await idOf(ours.buyer), await idOf(ours.admin)]
  const addedById = await idOf(ours.approver)
  for (const _ of ['added', 'refused']) await add(ours.approver, approval, approverId)
  expect(codeOf(await say(supplier.approver, approval, 'Hello'))).toBe(
    'approvals.request_not_found',
  )
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
  const request = { approvalId: approval.id, orderId: approval.orderId }
  const events = receiver.received.map(({ body }) => JSON.parse(body))
  expect(events).toMatchObject([
    { type: 'approval.commented', data: { ...request, commentId: comment.id, authorId } },
    { type: 'approval.approver_added', data: { ...request, approverId, addedById } },
  ])
  expect(receiver.received[0]?.body).not.toContain('office')
  expect(events[1].entity.version).toBeGreaterThan(events[0].entity.version)
})

const refusals = [
  'approvals.approver_exists',
  // The step of this approver is over.
  'approvals.not_an_approver',
  'approvals.already_decided',
  'approvals.already_voted',
  'approvals.not_your_turn',
]

const say = ({ post }: Client, { id }: Approval, text: string, key = aKey()) =>
  post(`/api/v1/approvals/${id}/comments`, { text }, { key })

const add = ({ post }: Client, { id }: Approval, personId: string) =>
  post(`/api/v1/approvals/${id}/approvers`, { personId })

const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id as string

async function aRequest(terms: object = {}): Promise<Approval> {
  const order = {
    lines: [{ productId, quantity: 2 }],
    shipTo,
    payment: { method: 'invoice' },
    ...terms,
  }
  const { status, body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  const found = await ours.buyer.get(`/api/v1/approvals?orderId=${body.data.order.id}`)
  return found.body.data[0]
}

/** The number of mails about each comment. */
async function mailsOf(requestId: string) {
  const { rows } = await sql<{ mails: number | null }>`
    select mails from approvals.comments
    where company_id = ${ours.companyId} and request_id = ${requestId} order by id
  `.execute(database.pool)
  return rows.map(({ mails }) => mails)
}
