import type { Tx } from '#platform/db'
import { mayBePage } from '../addresses/site.ts'
import type { FieldCounts, FoundProduct } from '../extract/index.ts'
import { hasVersion } from '../mappings/mapping-store.ts'
import { offersOf } from '../offers/offer.ts'
import { markSeen, type SeenOffer, upsertOffers } from '../offers/offer-store.ts'
import type { Run, RunEvent } from '../runs/run.ts'
import { lockLiveRun } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { putDocument, touchDocument } from './document-store.ts'
import { offersEvent, pageEvent } from './events.ts'
import { type FoundPage, type PageEnd, sitemapMark, type TakenPage } from './page.ts'
import { countPattern, endPage, insertPages } from './page-store.ts'
import { type RunWork, throwRunTaken } from './run-work.ts'

/** What a page brought. */
export type PageResult = {
  readonly state: PageEnd
  readonly reason: string | undefined
  readonly status: number | undefined
  readonly bytes: number
  readonly links: readonly FoundPage[]
  readonly products: readonly FoundProduct[]
  readonly fields?: FieldCounts
  /** Offers that were stored before, because a feed is stored while it arrives. */
  readonly stored?: number
  /** What to remember for the next run. Undefined: what is known stays. */
  readonly document?:
    | {
        readonly contentHash: string
        readonly etag: string | undefined
        readonly lastModified: string | undefined
      }
    | undefined
  /** The version of the mapping that an XML file was read with. */
  readonly mappingVersion?: number
  /** The page is as it was, so its offers are those of the last time. */
  readonly isKnown?: boolean
}

/**
 * Ends a page: its links, its offers, what is remembered of it and its events, in one transaction. Only the worker that has the run
 * and the page can, so each page is stored once.
 */
export async function finishPage(
  work: RunWork,
  page: TakenPage,
  result: PageResult & { readonly tookMs: number },
): Promise<void> {
  const { deps, lease } = work
  await deps.database.transaction(async (tx) => {
    const locked = (await lockLiveRun(tx, lease.key, lease.token)) ?? throwRunTaken()
    const at = deps.now()
    await insertLinks(tx, work, result.links, at)
    const { known, seen } = await storeOffers(tx, work, page, result)
    await remember(tx, work, page, result)
    const { state, reason, status, bytes, tookMs, stored = 0 } = result
    const count = known + seen.length
    const outcome = { state, reason, status, bytes, offers: count + stored, tookMs, at }
    if (!(await endPage(tx, lease, page.hash, outcome))) throwRunTaken()
    if (state === 'FETCHED' || state === 'UNCHANGED') {
      await countPattern(tx, lease.key, page.pattern, count + stored > 0)
    }
    await writeStep(tx, locked, {
      ...countsOfStep(locked, seen, count),
      events: eventsOf(locked, page, result, seen),
      fields: result.fields,
      requests: status === undefined ? 0 : 1,
      bytes,
    })
  })
  deps.metrics.ended(result.state)
}

/** A frontier has at most so many rows for each page that may be read. */
const rowsPerPage = 5
/** A sitemap has up to 50,000 links. Between two statements the process has time for other work. */
const linksAtOnce = 500

async function insertLinks(
  tx: Tx,
  work: RunWork,
  links: readonly FoundPage[],
  now: Date,
): Promise<void> {
  const rowsMax = work.deps.limits.runPagesMax * rowsPerPage
  for (let from = 0; from < links.length; from += linksAtOnce) {
    const pages = linksToFollow(work, links.slice(from, from + linksAtOnce))
    await insertPages(tx, work.lease.key, pages, { now, rowsMax })
  }
}

function linksToFollow({ deps, source }: RunWork, links: readonly FoundPage[]): FoundPage[] {
  if (source.kind === 'feed') return links.filter(({ kind }) => kind === 'feed')
  return links.filter(
    ({ url, kind, depth }) =>
      depth <= deps.limits.runDepthMax && (kind !== 'page' || mayBePage(url)),
  )
}

type Stored = {
  /** How many offers of an unchanged page this run had not seen before. */
  readonly known: number
  readonly seen: readonly (SeenOffer & { readonly product: FoundProduct })[]
}

async function storeOffers(
  tx: Tx,
  work: RunWork,
  page: TakenPage,
  { products, isKnown }: PageResult,
): Promise<Stored> {
  if (isKnown) {
    // A feed may have a million offers. `feedChangedIn` says since when they are as they were.
    const { offerKeys = [] } = page.known ?? {}
    return { known: await markSeen(tx, sightingOf(work, page), offerKeys), seen: [] }
  }
  return { known: 0, seen: await storeProducts(tx, work, page, products) }
}

export function sightingOf({ deps, source, runNumber }: RunWork, { url, hash }: TakenPage) {
  return { source, runNumber, pageUrl: url, pageHash: hash, now: deps.now() }
}

/** Stores products of a page. Returns those that this run had not seen before. */
export async function storeProducts(
  tx: Tx,
  work: RunWork,
  page: TakenPage,
  products: readonly FoundProduct[],
): Promise<Stored['seen']> {
  const offers = offersOf(products)
  const productOf = new Map(offers.map(({ key, product }) => [key, product]))
  const seen = await upsertOffers(tx, sightingOf(work, page), offers)
  return seen.flatMap((one) => {
    const product = productOf.get(one.key)
    return product ? [{ ...one, product }] : []
  })
}

async function remember(
  tx: Tx,
  { deps, source, runNumber }: RunWork,
  { hash, kind }: TakenPage,
  { document, isKnown, links, products, mappingVersion }: PageResult,
): Promise<void> {
  const key = { companyId: source.companyId, sourceId: source.id, hash }
  if (isKnown) return touchDocument(tx, key, deps.now())
  if (!document) return
  // An operator has changed the mapping in the meantime: the next run reads the file again.
  const isCurrent = mappingVersion === undefined || (await hasVersion(tx, source, mappingVersion))
  if (!isCurrent) return
  await putDocument(tx, key, {
    ...document,
    kind,
    links: links.map((link) => (link.kind === 'sitemap' ? sitemapMark + link.url : link.url)),
    offerKeys: kind === 'feed' ? undefined : offersOf(products).map((offer) => offer.key),
    runNumber,
    now: deps.now(),
  })
}

/** The counts that a step adds to its run. */
export function countsOfStep(locked: Run, seen: Stored['seen'], count: number) {
  return {
    offers: count,
    offersChanged: seen.filter(({ isChanged }) => isChanged).length,
    offersShown: shownOf(locked, seen).length,
  }
}

/** A stream shows the first offers of a run. More are read from the source. */
const shownMax = 1_000

export function shownOf({ offersShown }: Run, seen: Stored['seen']): Stored['seen'] {
  return seen.slice(0, Math.max(0, shownMax - offersShown))
}

/** A stream shows the first pages of a run one by one. */
const pageEventsMax = 5_000

function eventsOf(
  locked: Run,
  page: TakenPage,
  result: PageResult,
  seen: Stored['seen'],
): RunEvent[] {
  return [
    ...(locked.lastEvent < pageEventsMax ? [pageEvent(page, result)] : []),
    ...offersEvent(page, shownOf(locked, seen)),
  ]
}
