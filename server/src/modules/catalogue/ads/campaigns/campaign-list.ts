import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst, ofScope } from '#platform/lists'
import type { CampaignRow } from '../tables.ts'
import { campaignStates } from './campaign.ts'
import { toCampaign } from './campaign-store.ts'
import { scopeFor } from './change-campaigns.ts'
import type { CampaignsDeps } from './check-campaign.ts'
import { CampaignView, viewCampaign } from './schemas.ts'

export const campaignList = (deps: Pick<CampaignsDeps, 'suppliers'>) =>
  defineList({
    operationId: 'listCampaigns',
    url: '/api/v1/ads/campaigns',
    summary: 'List campaigns',
    description: 'Newest first. Operators see the campaigns of every supplier.',
    tags: ['Ads'],
    config: { access: 'supplier_admin', fails: ['catalog.supplier_required'] },
    item: CampaignView,
    columns: ['name', 'supplierId', 'state', 'budgetPerDay'],
    filters: {
      state: filter(Type.Enum([...campaignStates]), (state) => sql`t.state = ${state}`),
    },
    from: sql`ads.campaigns t`,
    scope: async ({ actor }) => ofScope(await scopeFor(deps, actor)),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    show: (rows: readonly CampaignRow[]) => rows.map((row) => viewCampaign(toCampaign(row))),
  })
