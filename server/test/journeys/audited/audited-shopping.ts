import type { Client } from '../client.ts'
import type { Play } from './audited-changes.ts'

const lists = '/api/v1/lists'
const list = { name: 'Workshop, every month', visibility: 'COMPANY' }

async function aList(client: Client): Promise<string> {
  return (await client.post(lists, list)).body.data.list.id
}

/** How a shopping list is changed well once, and a cart handed over. */
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
  'DELETE /api/v1/lists/:listId': async ({ ours }, send) =>
    send(ours.buyer, 'DELETE', `${lists}/${await aList(ours.buyer)}`),
}
