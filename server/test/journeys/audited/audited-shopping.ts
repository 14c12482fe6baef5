import type { Client } from '../client.ts'
import type { Play } from './audited-changes.ts'

const lists = '/api/v1/lists'
const list = { name: 'Workshop, every month', visibility: 'COMPANY' }

async function aList(client: Client): Promise<string> {
  return (await client.post(lists, list)).body.data.list.id
}

/** The address of a share of a cart. */
async function aShare({ buyer, admin }: { buyer: Client; admin: Client }): Promise<string> {
  const { id } = (await buyer.get('/api/v1/cart')).body.data
  const { id: memberId } = (await admin.get('/auth/me')).body.data
  return `/api/v1/carts/${id}/shares/${memberId}`
}

/** How a shopping list is changed well once, and a cart handed over and shared. */
export const shoppingPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/lists': ({ ours }, send) => send(ours.buyer, 'POST', lists, list),
  'PATCH /api/v1/lists/:listId': async ({ ours }, send) =>
    send(ours.buyer, 'PATCH', `${lists}/${await aList(ours.buyer)}`, { visibility: 'PRIVATE' }),
  'POST /api/v1/carts/:cartId/hand-over': async ({ ours }, send) => {
    await ours.buyer.get('/api/v1/cart')
    const { data: cart } = (await ours.buyer.post('/api/v1/carts', { name: 'For the boss' })).body
    const { id: userId } = (await ours.admin.get('/auth/me')).body.data
    const handOver = { userId, expectedSnapshotVersion: cart.snapshotVersion }
    return send(ours.buyer, 'POST', `/api/v1/carts/${cart.id}/hand-over`, handOver)
  },
  'PUT /api/v1/carts/:cartId/shares/:memberId': async ({ ours }, send) =>
    send(ours.buyer, 'PUT', await aShare(ours), { right: 'READ' }),
  'DELETE /api/v1/carts/:cartId/shares/:memberId': async ({ ours }, send) => {
    const share = await aShare(ours)
    await ours.buyer.put(share, { right: 'READ' })
    return send(ours.buyer, 'DELETE', share)
  },
  'DELETE /api/v1/lists/:listId': async ({ ours }, send) =>
    send(ours.buyer, 'DELETE', `${lists}/${await aList(ours.buyer)}`),
}
