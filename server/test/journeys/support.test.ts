import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { supportData } from '../../src/modules/assistance/support/personal-data-store.ts'
import { aKey, type Client } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const url = '/api/v1/support/tickets'
const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const theirs = await world.company()
const operator = await world.operator()
const operatorId = (await operator.get('/auth/me')).body.data.id as string

const question = { subject: 'Open boxes', message: 'Two of the ten boxes were open.' }

describe('a ticket', () => {
  it('is created, answered, resolved and reopened over HTTP', async () => {
    const created = await ours.buyer.post(url, { ...question, priority: 'HIGH' })
    expect([created.status, created.body.data.state]).toEqual([201, 'OPEN'])
    const { id } = created.body.data
    const path = `${url}/${id}`

    const assigned = await operator.post(`${path}/assign`, { assigneeId: operatorId })
    expect(assigned.body.data.assignee.id).toBe(operatorId)
    const answered = await operator.post(`${path}/messages`, { text: 'Please send a photo.' })
    expect([answered.status, answered.body.data.ticket.state]).toEqual([201, 'PENDING_CUSTOMER'])
    const noted = await operator.post(`${path}/messages`, { text: 'Third time!', internal: true })
    expect(noted.body.data.message).toMatchObject({ internal: true, author: { id: operatorId } })
    const replied = await ours.admin.post(`${path}/messages`, { text: 'Here it is.' })
    expect(replied.body.data.ticket.state).toBe('PENDING_AGENT')

    const seen = (await ours.buyer.get(path)).body.data
    expect(seen.messages.map(({ text }: { text: string }) => text)).toEqual([
      question.message,
      'Please send a photo.',
      'Here it is.',
    ])
    expect((await operator.post(`${path}/resolve`)).body.data.state).toBe('RESOLVED')
    expect((await operator.post(`${path}/resolve`)).body.meta.code).toBe('support.already_resolved')
    expect((await ours.buyer.post(`${path}/reopen`)).body.data.state).toBe('PENDING_AGENT')
    const unassigned = await operator.post(`${path}/assign`, { assigneeId: null })
    expect(unassigned.body.data.assignee).toBeUndefined()
  })

  it('has a target on a day on which its company works', async () => {
    const other = await world.company()
    const calendar = { workingDays: ['WED'], holidays: null }
    expect((await other.admin.patch('/api/v1/company/calendar', calendar)).status).toBe(200)
    const { data } = (await other.buyer.get(await aTicket(other.buyer))).body
    const dueOn = (dueAt: string) => new Date(dueAt).getUTCDay()
    expect([data.firstResponse, data.resolution].map(({ dueAt }) => dueOn(dueAt))).toEqual([3, 3])
  })

  it('gets another priority from an operator, with its targets and an entry in the audit log', async () => {
    const path = await aTicket(ours.buyer, { priority: 'LOW' })
    const before = (await ours.buyer.get(path)).body.data
    const refused = await ours.admin.post(`${path}/priority`, { priority: 'URGENT' })
    expect([refused.status, refused.body.meta.code]).toEqual([403, 'identity.access_denied'])

    const changed = await operator.post(`${path}/priority`, { priority: 'URGENT' })
    expect([changed.status, changed.body.data.priority]).toEqual([200, 'URGENT'])
    const { data } = (await ours.buyer.get(path)).body
    expect(data).toMatchObject({ version: 2, priority: 'URGENT' })
    expect(data.firstResponse.targetMinutes).toBeLessThan(before.firstResponse.targetMinutes)
    expect(data.resolution.dueAt < before.resolution.dueAt).toBe(true)
    const again = await operator.post(`${path}/priority`, { priority: 'URGENT' })
    expect(again.body.data.version).toBe(2)

    const entries = (await operator.get(`/admin/audit?target=${data.id}`)).body.data
    const [newest] = entries as { action: string; details: object }[]
    expect(newest).toMatchObject({
      action: 'support.ticket_prioritized',
      details: { from: 'LOW', to: 'URGENT' },
    })
  })

  it('shows the customer the name of the agent, and neither id nor address', async () => {
    const path = await aTicket(ours.buyer)
    await operator.post(`${path}/assign`, { assigneeId: operatorId })
    await operator.post(`${path}/messages`, { text: 'Please send a photo.' })
    for (const reader of [ours.buyer, ours.integration]) {
      const { body } = await reader.get(path)
      expect(body.data.messages[1].author).toEqual({ kind: 'AGENT', name: 'Bea Buyer' })
      const text = JSON.stringify(body)
      expect(text).not.toContain(operatorId)
      expect(text).not.toContain('@')
    }
  })

  it('is about an order, a line, a payment, a product and a return of its company', async () => {
    const { id: productId } = await aProduct(database, { unitPrice: '5.00', onHand: 50 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { orderId, payment } = await buyByCard(ours.buyer, version)
    const links = [
      { type: 'order', id: orderId },
      { type: 'line', id: `${orderId}/1` },
      { type: 'payment', id: payment.id },
      { type: 'product', id: productId },
      { type: 'return', id: await aReturn(orderId) },
    ]
    const { body } = await ours.buyer.post(url, { ...question, links })
    expect(body.data.links).toEqual([
      links[0],
      { ...links[1], orderId },
      links[2],
      links[3],
      { ...links[4], orderId },
    ])
    for (const link of links) {
      const query = `linkType=${link.type}&linkId=${encodeURIComponent(link.id)}`
      const listed = await ours.admin.get(`${url}?${query}`)
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id])
      if (link.type === 'product') continue
      const foreign = await theirs.buyer.post(url, { ...question, links: [link] })
      expect([foreign.status, foreign.body.meta.code]).toEqual([422, 'support.link_not_found'])
    }
    for (const link of [
      { type: 'line', id: `${orderId}/2` },
      { type: 'line', id: orderId },
      { type: 'return', id: 'ret_00000000000000000000000000' },
    ]) {
      const refused = await ours.buyer.post(url, { ...question, links: [link] })
      expect(refused.body.meta.details).toEqual({ link })
    }
  })

  it('is created once by a request that is repeated', async () => {
    const extra = { key: aKey() }
    const [first, again] = await Promise.all([
      ours.integration.post(url, question, extra),
      ours.integration.post(url, question, extra),
    ])
    expect(again.body.data.id).toBe(first.body.data.id)
    expect(first.body.data.requester).toMatchObject({ kind: 'INTEGRATION', name: 'Integration' })
  })

  it('is found by its filters', async () => {
    const path = await aTicket(ours.buyer, { priority: 'URGENT' })
    const id = path.split('/').at(-1)
    await operator.post(`${path}/assign`, { assigneeId: operatorId })
    const idsOf = async (client: Client, query: string) =>
      (await client.get(`${url}?limit=100&${query}`)).body.data.map((one: { id: string }) => one.id)
    const own = `companyId=${ours.companyId}`
    expect(await idsOf(ours.buyer, 'priority=URGENT&state=OPEN')).toContain(id)
    expect(await idsOf(ours.buyer, 'state=CLOSED')).not.toContain(id)
    expect(await idsOf(operator, `${own}&assigneeId=${operatorId}`)).toContain(id)
    expect(await idsOf(operator, `${own}&assigneeId=none`)).not.toContain(id)
    expect(await idsOf(operator, `${own}&breached=false&sort=target`)).toContain(id)
    expect(await idsOf(operator, `${own}&breached=true`)).not.toContain(id)
    expect(await idsOf(theirs.buyer, own)).toEqual([])
    expect((await ours.buyer.get(`${url}?linkType=order`)).status).toBe(400)
  })

  it('has pages, by age and by target', async () => {
    const { buyer } = await world.company()
    const paths = []
    for (let count = 0; count < 3; count += 1) paths.push(await aTicket(buyer))
    const ids = paths.map((path) => path.split('/').at(-1))
    for (const sort of ['newest', 'target']) {
      const first = (await buyer.get(`${url}?limit=2&sort=${sort}`)).body
      const next = `${url}?limit=2&sort=${sort}&cursor=${String(first.meta.nextCursor)}`
      const second = (await buyer.get(next)).body
      const found = [...first.data, ...second.data].map((one: { id: string }) => one.id)
      expect(found).toEqual(sort === 'target' ? ids : [...ids].reverse())
    }
    for (let count = 0; count < 3; count += 1)
      await buyer.post(`${paths[0]}/messages`, { text: 'x' })
    const page = (await buyer.get(`${paths[0]}/messages?limit=3`)).body
    const rest = `${paths[0]}/messages?limit=3&cursor=${String(page.meta.nextCursor)}`
    expect((await buyer.get(rest)).body.data).toHaveLength(1)
  })

  it('of another company does not exist', async () => {
    const path = await aTicket(ours.buyer)
    for (const reply of await Promise.all([
      theirs.admin.get(path),
      theirs.admin.get(`${path}/messages`),
      theirs.admin.post(`${path}/messages`, { text: 'x' }),
      theirs.admin.post(`${path}/resolve`),
      theirs.integration.post(`${path}/reopen`),
    ])) {
      expect([reply.status, reply.body.meta.code]).toEqual([404, 'support.ticket_not_found'])
    }
  })

  it('shows no internal note in the log, the events, the messages and the export of its company', async () => {
    const path = await aTicket(ours.buyer)
    const id = path.split('/').at(-1)
    const note = { text: 'A difficult customer.', internal: true }
    const { body } = await operator.post(`${path}/messages`, note)
    const messageId = body.data.message.id
    await operator.post(`${path}/messages`, { text: 'An answer.' })

    const log = (await ours.admin.get('/api/v1/audit?limit=100')).body.data
    const ofTicket = log.filter(({ target }: { target: { id: string } }) => target.id === id)
    expect(ofTicket.map(({ action }: { action: string }) => action)).toEqual([
      'support.message_written',
      'support.ticket_created',
    ])
    const operatorsLog = (await operator.get('/admin/audit?action=support.note_written')).body.data
    expect(operatorsLog[0]).toMatchObject({ target: { id }, details: { messageId } })

    const { rows: events } = await sql`
      select type, data from platform.events where company_id = ${ours.companyId} and entity_id = ${id}
    `.execute(database.pool)
    const userId = (await operator.get(path)).body.data.requester.id
    const person = { userId, email: '', companyIds: [ours.companyId] }
    const exported = []
    const pages = supportData.collect(database.pool, person) as AsyncIterable<readonly object[]>
    for await (const rows of pages) exported.push(...rows)
    expect(exported.length).toBeGreaterThan(0)
    const seen = await Promise.all([path, `${path}/messages`].map((each) => ours.buyer.get(each)))
    const all = JSON.stringify([log, events, exported, seen.map(({ body }) => body)])
    expect(all).toContain('An answer.')
    expect(all).not.toContain(messageId)
    expect(all).not.toContain(note.text)
  })

  it('is assigned to operators alone', async () => {
    const path = await aTicket(ours.buyer)
    const buyerId = (await ours.buyer.get('/auth/me')).body.data.id
    const refused = await operator.post(`${path}/assign`, { assigneeId: buyerId })
    expect([refused.status, refused.body.meta.code]).toEqual([422, 'support.assignee_unknown'])
    const agents = (await operator.get('/api/v1/support/agents')).body.data
    expect(agents.map(({ id }: { id: string }) => id)).toContain(operatorId)
    expect(JSON.stringify(agents)).not.toContain('@')
  })
})

async function aTicket(client: Client, more: object = {}): Promise<string> {
  const { body } = await client.post(url, { ...question, ...more })
  return `${url}/${body.data.id}`
}

async function aReturn(orderId: string): Promise<string> {
  const id = newId('ret', new Date())
  await sql`
    insert into orders.returns (company_id, order_id, id, supplier_company_id, state, requested_by, requested_at)
    values (${ours.companyId}, ${orderId}, ${id}, ${theirs.companyId}, 'REQUESTED', 'usr_1', now())
  `.execute(database.pool)
  return id
}
