import { expect, it } from 'vitest'
import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { hashPassword, registerPerson } from '#modules/identity'
import { aProduct } from '#testing/catalog'
import { aKey, type Client, createClient } from './client.ts'
import { dumpOf } from './dump.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const operator = await world.operator()
const password = 'a long sentence nobody else would say'

it('an export has every word that a buyer wrote, and erasing leaves only the records of the company', async () => {
  const ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const { client, userId } = await aPersonNamed('heron', ours.companyId, ['buyer', 'approver'])
  const productId = await aBolt()
  const lines = [{ productId, quantity: 2 }]
  const write = createWriter('heron')

  const carts = await done(client.post('/api/v1/carts', { name: write('cart') }))
  await done(client.post(`/api/v1/carts/${carts.id}/items`, lines[0]))
  const item = (word: string) => [{ productId, quantity: 1, note: write(word) }]
  const list = (visibility: string, word: string) => ({ name: write(word), visibility })
  const own = { ...list('PRIVATE', 'ownlist'), items: item('ownitem') }
  await done(client.post('/api/v1/lists', own))
  const shared = { ...list('COMPANY', 'sharedlist'), items: item('shareditem') }
  await done(client.post('/api/v1/lists', shared))
  const view = { list: 'listOrders', name: write('view'), filters: { q: write('filter') } }
  await done(client.post('/api/v1/views', view))
  const address = { ...shipTo, name: write('consignee') }
  await done(client.post('/api/v1/addresses', { label: 'Works', address }))

  const wish = { what: write('wish'), quantity: 1, note: write('wishnote') }
  const draft = { title: write('draft'), lines: [wish] }
  await done(client.post('/api/v1/requisitions', draft))
  const wanted = { ...draft, title: write('wanted'), shipTo: { ...shipTo, name: write('desk') } }
  const requisition = await done(client.post('/api/v1/requisitions', wanted))
  const submit = { comment: write('please') }
  await done(client.post(`/api/v1/requisitions/${requisition.id}/submit`, submit))
  const theirs = await done(ours.approver.post('/api/v1/requisitions', { title: 'Bolts', lines }))
  await done(ours.approver.post(`/api/v1/requisitions/${theirs.id}/submit`, {}))
  const back = { comment: write('whichbolt') }
  await done(client.post(`/api/v1/requisitions/${theirs.id}/return`, back))

  const standing = {
    name: write('standing'),
    lines,
    schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' },
    shipTo: { ...shipTo, name: write('everyweek') },
    maxTotal: { amount: '900.00', currency: 'EUR' },
    payment: { method: 'invoice' },
  }
  const ended = { ...standing, shipTo: { ...shipTo, name: write('oldaddress') } }
  const { id: endedId } = await done(client.post('/api/v1/standing-orders', ended))
  await done(client.post(`/api/v1/standing-orders/${endedId}/end`))
  await done(client.post('/api/v1/standing-orders', standing))

  const orderId = await anOrder(client, { lines, note: write('note') })
  const path = `/api/v1/orders/${orderId}`
  const later = [{ lineNumber: 1, requestedDate: '2999-01-31' }]
  const change = { lines: later, reason: write('later') }
  const changing = await done(client.post(`${path}/changes`, change))
  const request = `${path}/changes/${changing.lines[0].changeRequestId}`
  await done(client.post(`${request}/withdraw`, {}))
  const { shipments } = await done(supplier.integration.post(`${path}/shipments`, {}))
  const arrived = { shipmentId: shipments[0].id, note: write('arrived') }
  await done(client.post(`${path}/deliveries`, arrived))
  const goods = [{ lineNumber: 1, quantity: 1, reason: 'NOT_NEEDED' }]
  await done(client.post(`${path}/returns`, { lines: goods, note: write('toomany') }))

  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  await done(ours.admin.post('/api/v1/approval-rules', rule))
  await anOrder(ours.buyer, { lines })
  const [approval] = (await client.get('/api/v1/approvals')).body.data
  const decide = `/api/v1/approvals/${approval.id}`
  await done(client.post(`${decide}/comments`, { text: write('question') }))
  await done(client.post(`${decide}/reject`, { reason: write('rejected') }))

  const exported = await exportOf(client)
  expect(write.words.filter((word) => !exported.includes(word))).toEqual([])

  const erased = await operator.post(`/admin/people/${userId}/erase`)
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const kept = erased.body.data.kept.map(({ what }: { what: string }) => what)
  expect(kept.sort()).toEqual([
    'changeRequests',
    'orders',
    'requisitions',
    'shared shopping lists',
    'standing orders',
  ])
  const dump = [...(await dumpOf(database.pool))]
  const tablesWith = (word: string) =>
    dump.filter(([, text]) => text.includes(word)).map(([name]) => name)
  const gone = [
    'cart',
    'ownlist',
    'ownitem',
    'view',
    'filter',
    'consignee',
    'draft',
    'oldaddress',
    'question',
  ]
  expect(write.words.filter((word) => tablesWith(word).length === 0).sort()).toEqual(
    gone.map((place) => `heron${place}`).sort(),
  )
  const left = new Set(write.words.flatMap(tablesWith))
  expect([...left].filter((name) => !name.startsWith('platform.events_')).sort()).toEqual([
    'orders.change_requests',
    'orders.orders',
    'orders.returns',
    'orders.shipments',
    'orders.timeline',
    // The reason of a rejection, until events are too old to keep.
    'platform.events',
    'requisitions.history',
    'requisitions.lines',
    'requisitions.requisitions',
    'shopping.items',
    'shopping.lists',
    'standing.orders',
  ])
})

it('an export has what a supplier wrote to its buyers', async () => {
  const ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const { client } = await aPersonNamed('stork', supplier.companyId, ['company_admin'])
  const write = createWriter('stork')
  const lines = [{ productId: await aBolt(), quantity: 2 }]
  const orderId = await anOrder(ours.buyer, { lines })
  const changed = { lineNumber: 1, status: 'CHANGED', quantity: 1, note: write('line') }
  const answer = { lines: [changed], note: write('answer') }
  const { lines: answered } = await done(
    client.post(`/api/v1/supplier/orders/${orderId}/response`, answer),
  )
  const proposal = `/api/v1/orders/${orderId}/proposals/${answered[0].proposalId}`
  await done(ours.buyer.post(`${proposal}/accept`, {}))
  await done(client.post(`/api/v1/orders/${orderId}/shipments`, { note: write('parcel') }))
  const exported = await exportOf(client)
  expect(write.words.filter((word) => !exported.includes(word))).toEqual([])
})

/** Words of a person, each of which stands in one place. */
function createWriter(person: string) {
  const words: string[] = []
  const write = (place: string): string => {
    const word = `${person}${place}`
    words.push(word)
    return word
  }
  return Object.assign(write, { words })
}

async function done(reply: ReturnType<Client['post']>) {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.data
}

async function aPersonNamed(word: string, companyId: Id<'co'>, roles: Role[]) {
  const email = `${word}@example.com`
  const person = { companyId, email, name: word, passwordHash: await hashPassword(password), roles }
  const userId = await registerPerson(database, person, new Date())
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return { userId, client: createClient(world.baseUrl, { bearer: body.data.accessToken }) }
}

async function aBolt(): Promise<string> {
  const goods = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 500 }
  return (await aProduct(database, goods)).id
}

async function anOrder(client: Client, order: object): Promise<string> {
  const whole = { shipTo, payment: { method: 'invoice' }, ...order }
  return (await done(client.post('/api/v1/orders', whole, { key: aKey() }))).order.id
}

/** The whole export as text. */
async function exportOf(client: Client): Promise<string> {
  const { id } = await done(client.post('/auth/privacy/export'))
  const stateOf = async () => (await client.get(`/auth/privacy/exports/${id}`)).body.data.state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('READY')
  const { url } = await done(client.post(`/auth/privacy/exports/${id}/link`))
  return (await fetch(url)).text()
}
