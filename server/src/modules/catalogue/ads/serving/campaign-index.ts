import type { Clock } from '#kernel/time'
import { listCategoriesBelow } from '#modules/products'
import type { Conn } from '#platform/db'
import type { Wake } from '#platform/wake'
import { type LocalDay, localDay } from '../auction/pacing.ts'
import { campaignsChanged } from '../campaigns/change-campaigns.ts'
import { wordsOf } from './keywords.ts'
import { type LiveCampaign, listLive } from './live-store.ts'

/** A live campaign, prepared for matching. */
export type IndexedCampaign = LiveCampaign & {
  /** The words of each keyword. */
  readonly phrases: readonly (readonly string[])[]
  /** Its categories and all below them. */
  readonly categories: ReadonlySet<string>
  readonly shipTo: ReadonlySet<string>
}

export type Reason = 'keyword' | 'category' | 'product'

export type Match = {
  readonly campaign: IndexedCampaign
  readonly productId: string
  readonly reason: Reason
}

export type MatchRequest = {
  /** The words of the query. Undefined without a query. */
  readonly query: string | undefined
  readonly categoryId: string | undefined
  readonly country: string | undefined
  readonly productIds: readonly string[]
  /** Also propose products that are not listed: a search without words finds more than its first places. */
  readonly alsoOthers: boolean
}

export type CampaignIndex = {
  /** Waits until a change that this process knows is read. Rejects if the campaigns cannot be read. */
  ready(): Promise<void>
  match(request: MatchRequest): Match[]
  find(campaignId: string): IndexedCampaign | undefined
  /** What the campaign has spent today, as far as this process knows. */
  spentOf(campaign: IndexedCampaign): LocalDay & { readonly spentMinor: number }
  /** A charge of this process counts at once. */
  noteSpent(campaignId: string, day: string, priceMinor: number): void
  close(): void
}

/** If no ring announces a change, it is found after this time. It also bounds the age of the known spending. */
const refreshMs = 5_000
const daysKnownMs = 1_000
/** A search without words proposes at most so many products beyond its first places. */
const othersMax = 50

type Loaded = {
  readonly campaigns: ReadonlyMap<string, IndexedCampaign>
  readonly byProduct: ReadonlyMap<string, readonly IndexedCampaign[]>
  readonly byCategory: ReadonlyMap<string, readonly IndexedCampaign[]>
}

type Deps = {
  readonly conn: Conn
  readonly wake: Wake
  readonly now: Clock
  readonly currency: string
}

/**
 * The active campaigns of all suppliers in memory. A change of a campaign rings in every process, and the next search waits for the
 * new list. Otherwise the list is read again every five seconds while somebody searches, without anybody waiting.
 */
export function createCampaignIndex({ conn, wake, now, currency }: Deps): CampaignIndex {
  let loaded: Loaded = { campaigns: new Map(), byProduct: new Map(), byCategory: new Map() }
  let loadedAt = Number.NEGATIVE_INFINITY
  let isStale = true
  let running: Promise<void> | undefined
  let spent = new Map<string, number>()
  const days = new Map<string, LocalDay & { readonly until: number }>()

  const stopListening = wake.listen(campaignsChanged, () => {
    isStale = true
  })

  const load = async () => {
    isStale = false
    try {
      const live = await listLive(conn, now(), currency)
      const below = await listCategoriesBelow(conn, [
        ...new Set(live.flatMap(({ categoryIds }) => categoryIds)),
      ])
      loaded = indexOf(live, below)
      spent = new Map()
      loadedAt = performance.now()
    } catch (error) {
      isStale = true
      throw error
    }
  }
  const reload = () => {
    running ??= load().finally(() => {
      running = undefined
    })
    return running
  }
  const dayOf = (timeZone: string): LocalDay => {
    const at = performance.now()
    const known = days.get(timeZone)
    if (known && at < known.until) return known
    const day = { ...localDay(timeZone, now()), until: at + daysKnownMs }
    days.set(timeZone, day)
    return day
  }

  return {
    ready: async () => {
      // A ring during a read may announce a change that the read has not seen.
      while (isStale) await reload()
      if (performance.now() - loadedAt > refreshMs) reload().catch(() => undefined)
    },
    match: (request) => matchesIn(loaded, request),
    find: (campaignId) => loaded.campaigns.get(campaignId),
    spentOf: ({ id, timeZone, spentByDay }) => {
      const { day, passed } = dayOf(timeZone)
      const since = spent.get(`${id} ${day}`) ?? 0
      return { spentMinor: (spentByDay[day] ?? 0) + since, day, passed }
    },
    noteSpent: (campaignId, day, priceMinor) => {
      const key = `${campaignId} ${day}`
      spent.set(key, (spent.get(key) ?? 0) + priceMinor)
    },
    close: stopListening,
  }
}

function indexOf(
  live: readonly LiveCampaign[],
  below: ReadonlyMap<string, readonly string[]>,
): Loaded {
  const campaigns = new Map<string, IndexedCampaign>()
  const byProduct = new Map<string, IndexedCampaign[]>()
  const byCategory = new Map<string, IndexedCampaign[]>()
  for (const one of live) {
    const campaign: IndexedCampaign = {
      ...one,
      phrases: one.keywords.map(wordsOf).filter((words) => words.length > 0),
      categories: new Set(one.categoryIds.flatMap((id) => below.get(id) ?? [id])),
      shipTo: new Set(one.countries),
    }
    campaigns.set(one.id, campaign)
    for (const id of one.productIds) append(byProduct, id, campaign)
    for (const id of campaign.categories) append(byCategory, id, campaign)
  }
  return { campaigns, byProduct, byCategory }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function matchesIn({ byProduct, byCategory }: Loaded, request: MatchRequest): Match[] {
  if (byProduct.size === 0) return []
  const words = request.query === undefined ? undefined : new Set(wordsOf(request.query))
  const reasons = new Map<IndexedCampaign, Reason | undefined>()
  const reasonFor = (campaign: IndexedCampaign) => {
    if (!reasons.has(campaign)) reasons.set(campaign, reasonOf(campaign, request, words))
    return reasons.get(campaign)
  }
  const matches: Match[] = []
  for (const productId of request.productIds) {
    const campaigns = byProduct.get(productId)
    if (!campaigns) continue
    for (const campaign of campaigns) {
      const reason = reasonFor(campaign)
      if (reason) matches.push({ campaign, productId, reason })
    }
  }
  if (request.alsoOthers && request.categoryId !== undefined) {
    const listed = new Set(request.productIds)
    let left = othersMax
    for (const campaign of byCategory.get(request.categoryId) ?? []) {
      const reason = reasonFor(campaign)
      if (!reason) continue
      for (const productId of campaign.productIds) {
        if (listed.has(productId) || left === 0) continue
        matches.push({ campaign, productId, reason })
        left -= 1
      }
    }
  }
  return matches
}

/** Why the campaign takes part, or undefined if it does not. */
function reasonOf(
  { phrases, categories, shipTo }: IndexedCampaign,
  { categoryId, country }: MatchRequest,
  words: ReadonlySet<string> | undefined,
): Reason | undefined {
  if (shipTo.size > 0 && (country === undefined || !shipTo.has(country))) return undefined
  if (words && phrases.some((phrase) => phrase.every((word) => words.has(word)))) return 'keyword'
  if (categoryId !== undefined && categories.has(categoryId)) return 'category'
  return phrases.length === 0 && categories.size === 0 ? 'product' : undefined
}
