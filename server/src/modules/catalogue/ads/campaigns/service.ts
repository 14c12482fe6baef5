import type { Actor } from '#kernel/actor'
import { fail } from '../failures.ts'
import type { Campaign } from './campaign.ts'
import { areCampaigns, findCampaign } from './campaign-store.ts'
import {
  type CampaignChanges,
  changeCampaign,
  createCampaign,
  type NewCampaign,
  removeCampaign,
  scopeFor,
} from './change-campaigns.ts'
import type { CampaignsDeps } from './check-campaign.ts'

/** Campaigns. Operators manage those of every supplier, the administrators of a supplier their own. */
export type Campaigns = {
  create(actor: Actor, input: NewCampaign): Promise<Campaign>
  /** Throws `ads.campaign_not_found`. */
  get(actor: Actor, campaignId: string): Promise<Campaign>
  /** Whether any supplier has a campaign. */
  areThere(): Promise<boolean>
  /** Throws `ads.version_conflict` if the campaign has another version than the actor has read. */
  change(actor: Actor, campaignId: string, changes: CampaignChanges): Promise<Campaign>
  remove(actor: Actor, campaignId: string): Promise<void>
}

export function createCampaigns(deps: CampaignsDeps): Campaigns {
  const { pool } = deps.database
  return {
    create: (actor, input) => createCampaign(deps, actor, input),
    get: async (actor, campaignId) => {
      const campaign = await findCampaign(pool, await scopeFor(deps, actor), campaignId)
      if (!campaign) throw fail('campaign_not_found', { campaignId })
      return campaign
    },
    areThere: () => areCampaigns(pool),
    change: (actor, campaignId, changes) => changeCampaign(deps, actor, campaignId, changes),
    remove: (actor, campaignId) => removeCampaign(deps, actor, campaignId),
  }
}
