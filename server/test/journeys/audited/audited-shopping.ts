import type { Client } from '../client.ts'
import type { Play } from './audited-changes.ts'

const lists = '/api/v1/lists'
const list = { name: 'Workshop, every month', visibility: 'COMPANY' }

async function aList(client: Client): Promise<string> {
  return (await client.post(lists, list)).body.data.list.id
}

/** How a shopping list is changed well once. */
export const shoppingPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/lists': ({ ours }, send) => send(ours.buyer, 'POST', lists, list),
  'PATCH /api/v1/lists/:listId': async ({ ours }, send) =>
    send(ours.buyer, 'PATCH', `${lists}/${await aList(ours.buyer)}`, { visibility: 'PRIVATE' }),
  'DELETE /api/v1/lists/:listId': async ({ ours }, send) =>
    send(ours.buyer, 'DELETE', `${lists}/${await aList(ours.buyer)}`),
}
