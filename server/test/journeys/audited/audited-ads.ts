import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import type { Play, Stage } from './audited-changes.ts'

const url = '/api/v1/ads/campaigns'

/** What suppliers pay for, and what a company shows its people. */
export const adPlays: Readonly<Record<string, Play>> = {
  [`POST ${url}`]: async (stage, send) => send(stage.operator, 'POST', url, await aDraft(stage)),
  [`PATCH ${url}/:campaignId`]: async (stage, send) =>
    send(stage.operator, 'PATCH', `${url}/${await aCampaign(stage)}`, {
      expectedVersion: 1,
      state: 'ACTIVE',
    }),
  [`DELETE ${url}/:campaignId`]: async (stage, send) =>
    send(stage.operator, 'DELETE', `${url}/${await aCampaign(stage)}`),
  'PUT /api/v1/ads/controls/company': ({ ours }, send) =>
    send(ours.admin, 'PUT', '/api/v1/ads/controls/company', { sponsored: false }),
}

async function aDraft({ world }: Stage) {
  const { database } = world.parts.platform
  const supplierCompanyId = await aCompany(database, { supplier: true })
  const { id } = await aProduct(database, { supplierCompanyId })
  return {
    supplierId: supplierCompanyId,
    name: 'Spring',
    budgetPerDay: { amount: '10.00', currency: 'EUR' },
    bidPerClick: { amount: '0.50', currency: 'EUR' },
    productIds: [id],
  }
}

async function aCampaign(stage: Stage): Promise<string> {
  return (await stage.operator.post(url, await aDraft(stage))).body.data.id
}
