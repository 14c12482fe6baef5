import { anExternalOffer } from '#testing/external-offer'
import type { Play, Stage } from './audited-changes.ts'

const requests = '/api/v1/offer-requests'

/** What companies ask of those who sell outside the catalogue, and the answers. */
export const offerPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/products/:productId/offer-requests': async (stage, send) =>
    send(stage.ours.buyer, 'POST', `/api/v1/products/${await anOffer(stage)}/offer-requests`, {
      quantity: 3,
    }),
  [`POST ${requests}/:requestId/confirm`]: async (stage, send) =>
    send(stage.operator, 'POST', `${requests}/${await aRequest(stage)}/confirm`, {
      unitPrice: { amount: '4.55', currency: 'EUR' },
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
      leadTimeDays: 2,
    }),
  [`POST ${requests}/:requestId/decline`]: async (stage, send) =>
    send(stage.operator, 'POST', `${requests}/${await aRequest(stage)}/decline`),
}

async function aRequest(stage: Stage): Promise<string> {
  const path = `/api/v1/products/${await anOffer(stage)}/offer-requests`
  return (await stage.ours.buyer.post(path, { quantity: 3 })).body.data.id
}

const anOffer = ({ ours, world }: Stage): Promise<string> =>
  anExternalOffer(world.parts.platform.database, { companyId: ours.companyId })
