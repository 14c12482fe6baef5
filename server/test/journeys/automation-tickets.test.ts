import { beforeEach, describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const url = '/api/v1/support/tickets'
const world = await useWorld()
const operator = await world.operator()
let ours: CompanyOfWorld

beforeEach(async () => {
  ours = await world.company()
})

describe('an automation', () => {
  it('asks the support desk about the order of the event', async () => {
    const { platform, modules } = world.parts
    const terms = { companyId: ours.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
    await platform.database.transaction((tx) =>
      modules.payments.putCreditAccount(tx, terms, new Date()),
    )
    const question = { subject: 'A large order', message: 'Please pack it well.', priority: 'HIGH' }
    await anAutomation('order.created', { type: 'create_ticket', ...question })
    const { id: productId } = await aProduct(platform.database, { unitPrice: '5.00', onHand: 50 })
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const placed = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
    const orderId = placed.body.data.order.id as string

    const [ticket] = await ticketsOnce(1)
    expect(ticket).toMatchObject({
      ...{ subject: question.subject, priority: 'HIGH' },
      state: 'OPEN',
    })
    expect(ticket.links).toEqual([{ type: 'order', id: orderId }])
    const { messages } = (await ours.buyer.get(`${url}/${ticket.id}`)).body.data
    expect(messages).toMatchObject([{ text: question.message, via: 'AUTOMATION' }])
  })

  it('replies to the ticket of the event, once', async () => {
    await anAutomation(
      'support.ticket.replied',
      { type: 'reply_to_ticket', message: 'We are on holiday until Monday.' },
      { condition: 'data.author == "AGENT"' },
    )
    const created = await ours.buyer.post(url, { subject: 'Boxes', message: 'Two are open.' })
    const path = `${url}/${created.body.data.id}`
    await operator.post(`${path}/messages`, { text: 'A photo, please.' })

    const texts = async () =>
      (await ours.buyer.get(path)).body.data.messages.map(({ via }: { via: string }) => via)
    await expect.poll(texts, { timeout: 60_000 }).toEqual(['API', 'API', 'AUTOMATION'])
    expect((await ours.buyer.get(path)).body.data.state).toBe('PENDING_AGENT')
  })

  it('cannot reply where the event has no ticket', async () => {
    const refused = await ours.admin.post('/api/v1/automations', {
      ...rule('order.created', { type: 'reply_to_ticket', message: 'Hello.' }),
    })
    expect([refused.status, refused.body.meta.code]).toEqual([422, 'automations.action_unfit'])
  })
})

const rule = (event: string, action: object) => ({
  name: 'Tickets',
  trigger: { event },
  actions: [action],
  state: 'ACTIVE',
})

async function anAutomation(event: string, action: object, more: object = {}): Promise<void> {
  const sent = await ours.admin.post('/api/v1/automations', { ...rule(event, action), ...more })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
}

async function ticketsOnce(count: number) {
  const list = async () => (await ours.buyer.get(url)).body.data
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(count)
  return list()
}
