import { type Actor, may } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import { supplierFor } from '#modules/products'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { type Campaign, type CampaignState, campaignsMax, mayBecome } from './campaign.ts'
import { deleteCampaign, insertCampaign, lockCampaign, updateCampaign } from './campaign-store.ts'
import { amountsFrom, type CampaignsDeps, checkParts, periodFrom } from './check-campaign.ts'

/** Rings when a campaign has changed, so that every process reads its campaigns again. */
export const campaignsChanged = 'ads.campaigns_changed'

type AmountInput = { readonly amount: string; readonly currency: string }

/** The fields that a supplier chooses. */
export type CampaignFields = {
  readonly name: string
  readonly budgetPerDay: AmountInput
  readonly bidPerClick: AmountInput
  readonly productIds: readonly string[]
  readonly keywords?: readonly string[] | undefined
  readonly categoryIds?: readonly string[] | undefined
  readonly countries?: readonly string[] | undefined
  readonly landingUrl?: string | null | undefined
  readonly timeZone?: string | undefined
  readonly startsAt?: string | null | undefined
  readonly endsAt?: string | null | undefined
}

export type NewCampaign = CampaignFields & {
  /** Required for operators, who manage the campaigns of every supplier. */
  readonly supplierId?: string | undefined
  readonly state?: 'DRAFT' | 'ACTIVE' | undefined
}

/** Absent fields do not change. Null removes the address, the start or the end. */
export type CampaignChanges = Partial<CampaignFields> & {
  readonly state?: CampaignState | undefined
  readonly expectedVersion: number
}

export async function createCampaign(
  deps: CampaignsDeps,
  actor: Actor,
  input: NewCampaign,
): Promise<Campaign> {
  const now = deps.now()
  const supplier = await supplierFor(deps.suppliers, actor, input.supplierId)
  const campaign: Campaign = {
    id: newId('cmp', now),
    companyId: supplier.id,
    version: 1,
    name: input.name.trim(),
    state: input.state ?? 'DRAFT',
    ...amountsFrom(deps, input.budgetPerDay, input.bidPerClick),
    keywords: uniqueTexts(input.keywords ?? []),
    categoryIds: uniqueTexts(input.categoryIds ?? []),
    countries: uniqueTexts((input.countries ?? []).map((code) => code.toUpperCase())),
    productIds: uniqueTexts(input.productIds),
    landingUrl: input.landingUrl ?? undefined,
    timeZone: input.timeZone ?? 'UTC',
    ...periodFrom(input.startsAt, input.endsAt),
    createdAt: now,
    changedAt: now,
  }
  await checkParts(deps, campaign)
  await deps.database.transaction(async (tx) => {
    if (!(await insertCampaign(tx, campaign, actor.id, campaignsMax))) {
      throw fail('campaigns_limit_reached', { limit: campaignsMax })
    }
    noteChange(tx, actor, campaign, 'created', now)
  })
  return campaign
}

export async function changeCampaign(
  deps: CampaignsDeps,
  actor: Actor,
  campaignId: string,
  changes: CampaignChanges,
): Promise<Campaign> {
  const now = deps.now()
  const scope = await scopeFor(deps, actor)
  return deps.database.transaction(async (tx) => {
    const before = await lockCampaign(tx, scope, campaignId)
    if (!before) throw fail('campaign_not_found', { campaignId })
    if (before.version !== changes.expectedVersion) {
      throw fail('version_conflict', {
        expected: changes.expectedVersion,
        current: before.version,
      })
    }
    if (before.state === 'ENDED') throw fail('campaign_ended', { campaignId })
    const state = changes.state ?? before.state
    if (!mayBecome(before.state, state)) {
      throw fail('state_not_possible', { from: before.state, to: state })
    }
    const campaign = { ...withChanges(deps, before, changes), state, changedAt: now }
    await checkParts({ ...deps, conn: tx }, campaign)
    await updateCampaign(tx, campaign, actor.id)
    noteChange(tx, actor, campaign, 'changed', now)
    return campaign
  })
}

export async function removeCampaign(
  deps: CampaignsDeps,
  actor: Actor,
  campaignId: string,
): Promise<void> {
  const now = deps.now()
  const scope = await scopeFor(deps, actor)
  await deps.database.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, scope, campaignId)
    if (!campaign) throw fail('campaign_not_found', { campaignId })
    if (campaign.state !== 'DRAFT') throw fail('campaign_not_draft', { state: campaign.state })
    await deleteCampaign(tx, campaign)
    noteChange(tx, actor, campaign, 'deleted', now)
  })
}

/** The supplier whose campaigns the actor may see. Undefined for operators, who see all. */
export async function scopeFor(
  { suppliers }: Pick<CampaignsDeps, 'suppliers'>,
  actor: Actor,
): Promise<string | undefined> {
  if (may(actor, 'act_for_every_company')) return undefined
  return (await supplierFor(suppliers, actor, undefined)).id
}

function withChanges(deps: CampaignsDeps, before: Campaign, changes: CampaignChanges): Campaign {
  const { budgetPerDay, bidPerClick } = before
  const amounts = amountsFrom(
    deps,
    changes.budgetPerDay ?? { ...budgetPerDay, amount: decimalOf(budgetPerDay) },
    changes.bidPerClick ?? { ...bidPerClick, amount: decimalOf(bidPerClick) },
  )
  const instant = (given: string | null | undefined, kept: Date | undefined) =>
    given === undefined ? kept?.toISOString() : given
  return {
    ...before,
    version: before.version + 1,
    name: changes.name?.trim() ?? before.name,
    ...amounts,
    keywords: uniqueTexts(changes.keywords ?? before.keywords),
    categoryIds: uniqueTexts(changes.categoryIds ?? before.categoryIds),
    countries: uniqueTexts(
      (changes.countries ?? before.countries).map((code) => code.toUpperCase()),
    ),
    productIds: uniqueTexts(changes.productIds ?? before.productIds),
    landingUrl:
      changes.landingUrl === undefined ? before.landingUrl : (changes.landingUrl ?? undefined),
    timeZone: changes.timeZone ?? before.timeZone,
    ...periodFrom(
      instant(changes.startsAt, before.startsAt),
      instant(changes.endsAt, before.endsAt),
    ),
  }
}

const uniqueTexts = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
]

function noteChange(
  tx: Tx,
  actor: Actor,
  campaign: Campaign,
  done: 'created' | 'changed' | 'deleted',
  now: Date,
): void {
  const { companyId, id, state, budgetPerDay, bidPerClick, version } = campaign
  recordAudit(tx, {
    companyId,
    actor,
    action: `ads.campaign_${done}`,
    target: { type: 'campaign', id },
    outcome: 'done',
    details: {
      state,
      version,
      budgetPerDay: decimalOf(budgetPerDay),
      bidPerClick: decimalOf(bidPerClick),
      currency: bidPerClick.currency,
    },
    now,
  })
  ringAfterCommit(tx, campaignsChanged)
}
