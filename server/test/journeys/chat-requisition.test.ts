import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { codeOf } from './approvals-client.ts'
import { opened, url, useChatWorld } from './chat-client.ts'

const { ours, database, say, finalized, world } = await useChatWorld()
const { buyer } = ours
await aProduct(database, { name: 'Office chair Ergo, black', onHand: 500 })

it('a brief becomes one requisition where no product matched', async () => {
  const { id } = await opened(buyer)
  await say(id, '7 flux capacitors')
  await say(id, 'To Graz, by 5 May 2030, budget 20000 EUR')
  expect(codeOf(await buyer.post(`${url}/${id}/requisition`, {}))).toBe('chat.brief_not_final')
  await buyer.post(`${url}/${id}/confirm`, {})
  const session = await finalized(id)
  expect(session).toMatchObject({ unmatchedItems: [0], requisitionId: null })
  expect(codeOf(await buyer.post(`${url}/${id}/requisition`, { items: [4] }))).toBe(
    'chat.item_unknown',
  )

  const created = await Promise.all([1, 2, 3].map(() => buyer.post(`${url}/${id}/requisition`, {})))
  expect(created.map(({ status }) => status)).toEqual([200, 200, 200])
  const requisition = created[0]?.body.data
  expect(requisition).toMatchObject({
    state: 'DRAFT',
    title: 'flux capacitors',
    neededBy: '2030-05-05',
    lines: [{ what: 'flux capacitors', quantity: 7, state: 'OPEN' }],
  })
  expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await buyer.get(`${url}/${id}`)).body.data.requisitionId).toBe(requisition.id)

  expect((await buyer.delete(`/api/v1/requisitions/${requisition.id}`)).status).toBe(200)
  const again = await buyer.post(`${url}/${id}/requisition`, { title: 'Time machine' })
  expect(again.body.data).toMatchObject({ state: 'DRAFT', title: 'Time machine' })

  expect(codeOf(await ours.admin.post(`${url}/${id}/requisition`, {}))).toBe(
    'chat.session_of_colleague',
  )
  const other = await world.company()
  expect(codeOf(await other.buyer.post(`${url}/${id}/requisition`, {}))).toBe(
    'chat.session_not_found',
  )
})

it('a quantity keeps its decimals where the unit is divisible, and stands in the text where it is counted', async () => {
  const { id } = await opened(buyer)
  await say(id, '2.5 m flux hose and 1.5 flux capacitors')
  await say(id, 'To Graz, by 5 May 2030, budget 20000 EUR')
  await buyer.post(`${url}/${id}/confirm`, {})
  await finalized(id)
  const { body } = await buyer.post(`${url}/${id}/requisition`, { items: [0, 1] })
  expect(body.data.lines).toMatchObject([
    { what: 'flux hose', quantity: 2.5, unit: 'MTR' },
    { what: '1.5 C62, flux capacitors', quantity: 1 },
  ])
})

it('what products match becomes a requisition only on request', async () => {
  const { id } = await opened(buyer)
  await say(id, '50 office chairs')
  await say(id, 'To Graz, by 5 May 2030, budget 20000 EUR')
  await buyer.post(`${url}/${id}/confirm`, {})
  expect(await finalized(id)).toMatchObject({ unmatchedItems: [] })
  expect(codeOf(await buyer.post(`${url}/${id}/requisition`, {}))).toBe('chat.items_all_matched')
  const { body } = await buyer.post(`${url}/${id}/requisition`, { items: [0] })
  expect(body.data.lines).toMatchObject([{ what: 'office chairs', quantity: 50 }])
})
