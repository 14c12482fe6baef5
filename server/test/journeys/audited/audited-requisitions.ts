import { aProduct } from '#testing/catalog'
import type { Client } from '../client.ts'
import { giveCredit, shipTo } from '../purchase.ts'
import type { Play } from './audited-changes.ts'

const url = '/api/v1/requisitions'
const draft = { title: 'Desks', lines: [{ what: 'A desk', quantity: 1 }] }

async function aDraft(client: Client, body: object = draft): Promise<string> {
  return (await client.post(url, body)).body.data.id
}

async function aSubmitted(client: Client, body: object = draft): Promise<string> {
  const id = await aDraft(client, body)
  await client.post(`${url}/${id}/submit`, {})
  return id
}

/** How a requisition is changed well once. */
export const requisitionPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/requisitions/attachments': ({ ours }, send) =>
    send(ours.buyer, 'POST', `${url}/attachments`, new Blob(['A text.'], { type: 'text/plain' })),
  'POST /api/v1/requisitions': ({ ours }, send) => send(ours.buyer, 'POST', url, draft),
  'PATCH /api/v1/requisitions/:requisitionId': async ({ ours }, send) =>
    send(ours.buyer, 'PATCH', `${url}/${await aDraft(ours.buyer)}`, { title: 'Chairs' }),
  'DELETE /api/v1/requisitions/:requisitionId': async ({ ours }, send) =>
    send(ours.buyer, 'DELETE', `${url}/${await aDraft(ours.buyer)}`),
  'POST /api/v1/requisitions/:requisitionId/submit': async ({ ours }, send) =>
    send(ours.buyer, 'POST', `${url}/${await aDraft(ours.buyer)}/submit`, {}),
  'POST /api/v1/requisitions/:requisitionId/withdraw': async ({ ours }, send) =>
    send(ours.buyer, 'POST', `${url}/${await aSubmitted(ours.buyer)}/withdraw`, {}),
  'POST /api/v1/requisitions/:requisitionId/return': async ({ ours }, send) =>
    send(ours.buyer, 'POST', `${url}/${await aSubmitted(ours.buyer)}/return`, { comment: 'Why?' }),
  'POST /api/v1/requisitions/:requisitionId/reject': async ({ ours }, send) =>
    send(ours.buyer, 'POST', `${url}/${await aSubmitted(ours.buyer)}/reject`, { comment: 'No.' }),
  'PUT /api/v1/requisitions/:requisitionId/lines/:lineId/sourcing': async (stage, send) => {
    const { buyer } = stage.ours
    const id = await aSubmitted(buyer)
    const lineId = (await buyer.get(`${url}/${id}`)).body.data.lines[0].id
    const { id: productId } = await aProduct(stage.world.parts.platform.database)
    return send(buyer, 'PUT', `${url}/${id}/lines/${lineId}/sourcing`, { productId })
  },
  'POST /api/v1/requisitions/:requisitionId/convert': async (stage, send) => {
    await giveCredit(stage.world, stage.ours.companyId, 100_000n)
    const { id: productId } = await aProduct(stage.world.parts.platform.database, {
      unitPrice: '5.00',
      onHand: 50,
    })
    const lines = [{ productId, quantity: 1 }]
    const id = await aSubmitted(stage.ours.buyer, { ...draft, lines, shipTo })
    return send(stage.ours.buyer, 'POST', `${url}/${id}/convert`, {})
  },
}
