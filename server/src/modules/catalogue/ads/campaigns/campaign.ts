import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

export const campaignStates = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const
export type CampaignState = (typeof campaignStates)[number]

/** A supplier pays for places of its products, per click. */
export type Campaign = {
  readonly id: Id<'cmp'>
  /** The supplier that pays. */
  readonly companyId: Id<'co'>
  readonly version: number
  readonly name: string
  readonly state: CampaignState
  readonly budgetPerDay: Money
  readonly bidPerClick: Money
  /** Searches in which the campaign takes part. Without keywords and categories: all that find its products. */
  readonly keywords: readonly string[]
  readonly categoryIds: readonly string[]
  /** Empty: buyers in every country. */
  readonly countries: readonly string[]
  readonly productIds: readonly string[]
  /** The target of a click. Undefined: the product. */
  readonly landingUrl: string | undefined
  /** The zone in which the day of the budget begins. */
  readonly timeZone: string
  readonly startsAt: Date | undefined
  readonly endsAt: Date | undefined
  readonly createdAt: Date
  readonly changedAt: Date
}

export const campaignsMax = 1_000
/** In minor units: with a quality in millionths a score stays an exact number. */
export const bidMaxMinor = 10_000_000n
export const budgetMaxMinor = 100_000_000_000n

const next: Readonly<Record<CampaignState, readonly CampaignState[]>> = {
  DRAFT: ['DRAFT', 'ACTIVE', 'ENDED'],
  ACTIVE: ['ACTIVE', 'PAUSED', 'ENDED'],
  PAUSED: ['PAUSED', 'ACTIVE', 'ENDED'],
  ENDED: [],
}

export function mayBecome(from: CampaignState, to: CampaignState): boolean {
  return next[from].includes(to)
}
