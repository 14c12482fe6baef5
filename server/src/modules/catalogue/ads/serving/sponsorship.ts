import { callerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { minQuantityOf, type Product } from '#modules/products'
import type {
  OrganicResult,
  Proposal,
  Propose,
  SponsoredPlace,
  SponsoredRequest,
  Sponsorship,
} from '#modules/search'
import type { Tallies } from '#platform/tallies'
import type { Log, Metrics } from '#platform/telemetry'
import { withinMs } from '#platform/time-limit'
import { type Bidder, runAuction } from '../auction/auction.ts'
import { isOnPace } from '../auction/pacing.ts'
import { qualityOf } from '../auction/quality.ts'
import { snapshotOf } from '../auction/snapshot.ts'
import type { ClickTokens } from '../clicks/click-token.ts'
import type { Permission } from '../controls/ask-controls.ts'
import { keyOfViewer, type Viewer, viewerOf } from '../controls/viewer.ts'
import type { CampaignIndex, Match } from './campaign-index.ts'
import type { Recorder } from './recorder.ts'
import { relevanceOf } from './relevance.ts'

export type SponsorshipDeps = {
  readonly index: CampaignIndex
  readonly tokens: ClickTokens
  readonly recorder: Recorder
  readonly ask: (viewer: Viewer, campaignIds: readonly string[]) => Promise<Permission | undefined>
  readonly noteShown: (viewer: Viewer, campaignIds: readonly string[]) => void
  /** The country of a company, for campaigns that name countries. */
  readonly countryOf: (companyId: string) => Promise<string | undefined>
  readonly tallies: Pick<Tallies, 'add'>
  readonly metrics: Metrics
  readonly log: Log
  readonly now: Clock
  readonly baseUrl: string
  readonly currency: string
  readonly reserveMinor: number
  readonly deadlineMs: number
}

export const auctionTallies = {
  candidates: 'ads.candidates',
  match: 'ads.match_ms',
  total: 'ads.auction_ms',
} as const

/** So many products are read with the result of a search, for each place. */
const proposedPerSlot = 5
/** Between two places stand so many organic products. */
const organicBetween = 4

type Candidate = Bidder & { readonly match: Match; readonly day: string }
type Open = {
  readonly deps: SponsorshipDeps
  readonly request: SponsoredRequest
  readonly viewer: Viewer
  readonly country: string | undefined
  /** Milliseconds that the ads part of this request has taken so far, without the search. */
  spentMs: number
}
type Outcome = 'sold' | 'unsold' | 'refused' | 'late' | 'failed'

/** Sells places beside search results. Whatever fails or takes too long: the search has its organic result alone. */
export function createSponsorship(deps: SponsorshipDeps): Sponsorship {
  const auctions = deps.metrics.counter(
    'ads_auctions_total',
    'Auctions of sponsored places, by outcome.',
    ['outcome'],
  )
  const count = (outcome: Outcome) => auctions.add({ outcome })
  const failed = (error: unknown): undefined => {
    deps.log.warn({ err: error }, 'Sponsored places were left out because of an error.')
    count('failed')
  }
  return {
    open: async (request) => {
      const startedAt = performance.now()
      const known = Promise.all([deps.index.ready(), countryFor(deps, request)])
      const ready = await withinMs(deps.deadlineMs, known).catch(failed)
      if (ready === undefined) return undefined
      if (ready === 'late') {
        deps.tallies.add(auctionTallies.total, performance.now() - startedAt)
        count('late')
        return undefined
      }
      const viewer = viewerOf(request.actor, request.viewerId)
      const spentMs = performance.now() - startedAt
      const open: Open = { deps, request, viewer, country: ready[1], spentMs }
      return createPropose(open, count, failed)
    },
  }
}

function createPropose(
  open: Open,
  count: (outcome: Outcome) => void,
  failed: (error: unknown) => undefined,
): Propose {
  return (organic): Proposal | undefined => {
    try {
      const startedAt = performance.now()
      const candidates = candidatesFor(open, organic)
      const matchMs = performance.now() - startedAt
      if (candidates.length === 0) return undefined
      open.deps.tallies.add(auctionTallies.candidates, candidates.length)
      open.deps.tallies.add(auctionTallies.match, matchMs)
      open.spentMs += matchMs
      if (open.spentMs >= open.deps.deadlineMs) {
        open.deps.tallies.add(auctionTallies.total, open.spentMs)
        count('late')
        return undefined
      }
      const chosen = candidates.slice(0, open.request.slots * proposedPerSlot)
      return {
        productIds: [...new Set(chosen.map(({ productId }) => productId))],
        award: (products, shown) =>
          award(open, organic, chosen, products, shown).then(
            (awarded) => {
              count(awarded.outcome)
              return awarded.places
            },
            (error: unknown) => {
              failed(error)
              return []
            },
          ),
      }
    } catch (error) {
      return failed(error)
    }
  }
}

async function countryFor(
  { countryOf }: SponsorshipDeps,
  { actor, country }: SponsoredRequest,
): Promise<string | undefined> {
  return country?.trim().toUpperCase() ?? (await countryOf(actor.companyId))
}

/** The campaigns that may take part, best first: they match, have money and time left, and are not the viewer's own. */
function candidatesFor({ deps, request, country }: Open, organic: OrganicResult): Candidate[] {
  const { index, now, reserveMinor } = deps
  const relevance = relevanceOf(organic)
  const at = now()
  const candidates: Candidate[] = []
  const matches = index.match({
    query: request.query,
    categoryId: organic.categoryId,
    country,
    productIds: relevance.productIds,
    alsoOthers: !organic.hasWords,
  })
  for (const match of matches) {
    const { campaign, productId } = match
    const { id, supplierId, bidMinor, budgetMinor, startsAt, endsAt } = campaign
    if (supplierId === request.actor.companyId || bidMinor < reserveMinor) continue
    if ((startsAt && at < startsAt) || (endsAt && at >= endsAt)) continue
    const { spentMinor, passed, day } = index.spentOf(campaign)
    if (!isOnPace({ budgetMinor, spentMinor }, passed)) continue
    const quality = qualityOf(relevance.of(productId), campaign)
    candidates.push({ campaignId: id, supplierId, productId, bidMinor, quality, match, day })
  }
  return candidates.sort(
    (one, other) => other.bidMinor * other.quality - one.bidMinor * one.quality,
  )
}

type Awarded = { readonly outcome: Outcome; readonly places: readonly SponsoredPlace[] }

async function award(
  open: Open,
  organic: OrganicResult,
  proposed: readonly Candidate[],
  products: ReadonlyMap<string, Product>,
  shown: number,
): Promise<Awarded> {
  const { deps, request, viewer } = open
  const startedAt = performance.now()
  const available = proposed.filter(({ productId }) => isAvailable(products.get(productId)))
  const campaignIds = [...new Set(available.map(({ campaignId }) => campaignId))]
  if (campaignIds.length === 0) return { outcome: 'unsold', places: [] }
  const leftMs = Math.max(1, deps.deadlineMs - open.spentMs)
  const permission = await withinMs(leftMs, deps.ask(viewer, campaignIds))
  const tookMs = () => open.spentMs + performance.now() - startedAt
  // A late auction counts in the average latency: without it, the slower the auctions the better the figure.
  if (permission === 'late') {
    deps.tallies.add(auctionTallies.total, tookMs())
    return { outcome: 'late', places: [] }
  }
  if (!permission) return { outcome: 'refused', places: [] }
  const { hidden, capped } = permission
  const bidders = available.filter(
    ({ supplierId, campaignId }) => !hidden.has(supplierId) && !capped.has(campaignId),
  )
  const places = sell(open, organic, bidders, products, shown)
  deps.tallies.add(auctionTallies.total, tookMs())
  if (places.length === 0) return { outcome: 'unsold', places }
  deps.noteShown(
    viewer,
    places.map(({ campaignId }) => campaignId),
  )
  return { outcome: 'sold', places: places.slice(0, request.slots) }
}

type Sold = SponsoredPlace & { readonly campaignId: string }

function sell(
  { deps, request, viewer }: Open,
  { hits }: OrganicResult,
  bidders: readonly Candidate[],
  products: ReadonlyMap<string, Product>,
  shown: number,
): Sold[] {
  const { tokens, recorder, baseUrl, currency, reserveMinor } = deps
  const now = deps.now()
  const input = { reserveMinor, slots: request.slots, bidders }
  const outcome = runAuction(input)
  if (outcome.winners.length === 0) return []
  const auctionId = newId('auc', now)
  const won = new Map<string, number>()
  for (const { campaignId } of outcome.winners) won.set(campaignId, (won.get(campaignId) ?? 0) + 1)
  const taking = new Map(
    bidders.map(({ campaignId, supplierId: companyId, day }) => {
      return [campaignId, { companyId, campaignId, day, places: won.get(campaignId) ?? 0 }]
    }),
  )
  recorder.add({
    id: auctionId,
    companyId: viewer.companyId,
    placement: request.placement,
    snapshot: snapshotOf(input, outcome, currency),
    createdAt: now,
    taking: [...taking.values()],
  })
  // The product with exactly the number that was typed always stands first.
  const first = hits[0]?.match === 'identifier' ? 1 : 0
  const digest = viewer.isOnePerson ? tokens.digest(keyOfViewer(viewer)) : undefined
  const company = tokens.digest(viewer.companyId)
  const credential = tokens.digest(`${request.actor.kind}/${callerIdOf(request.actor)}`)
  return outcome.winners.map((winner) => {
    const { slot, campaignId, supplierId, productId, priceMinor } = winner
    const content = { auctionId, slot, supplierId, campaignId, productId, priceMinor, currency }
    const token = tokens.sign({ ...content, viewer: digest, company, credential }, now)
    const reason = bidders.find((one) => one.campaignId === campaignId)?.match.reason
    return {
      product: products.get(productId) as Product,
      position: Math.min(first + slot * organicBetween, Math.max(first, shown)),
      auctionId,
      clickUrl: `${baseUrl}/api/v1/ads/clicks/${token}`,
      why: reason ?? 'product',
      campaignId,
    }
  })
}

/** A buyer could order it now: it is on sale, and the smallest quantity for sale is in stock. */
function isAvailable(product: Product | undefined): boolean {
  if (product?.state !== 'ACTIVE') return false
  return product.availability.available >= minQuantityOf(product.pricing)
}
