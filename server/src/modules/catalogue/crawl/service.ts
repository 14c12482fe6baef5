import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import type { Loop } from '#platform/leases'
import type { Streams } from '#platform/streams'
import type { CrawlDeps } from './deps.ts'
import type { FoundProduct, Mapping } from './extract/index.ts'
import { fail } from './failures.ts'
import {
  confirmSourceMapping,
  getMapping,
  previewMapping,
  type SeenMapping,
  withdrawSourceMapping,
} from './mappings/change-mappings.ts'
import { decideHeldOffers } from './offers/decide-review.ts'
import { type FoundOffer, findOffer } from './offers/find-offer.ts'
import { listMatchedOffers, type MatchedOffer } from './offers/list-matched-offers.ts'
import type { OfferState } from './offers/offer-store.ts'
import { listReviews, type Review, type ReviewState } from './offers/vanish-store.ts'
import { listPagesOf, type PageFilter, type PageRecord } from './runs/page-list-store.ts'
import {
  cancelRun,
  confirmRun,
  proposeRun,
  reconnectRun,
  seenRun,
  seenSource,
  startRun,
} from './runs/request-runs.ts'
import type { Run, SeenRun } from './runs/run.ts'
import { findRun, listRuns, listRunsById, type RunFilter } from './runs/run-store.ts'
import {
  changeSource,
  createSource,
  deleteSource,
  type NewSource,
  type SourceEdit,
} from './sources/change-sources.ts'
import { checkAddress } from './sources/check-address.ts'
import type { Source, SourceKey } from './sources/source.ts'
import { findSource, findSourceByUrl, listSources, sourcesMax } from './sources/source-store.ts'
import { sourcesNamedIn } from './sources/sources-named-in.ts'
import { companiesReadBy, companiesSeenBy, mayChange } from './sources/visible-to.ts'
import { crawlWorker } from './work/worker.ts'

type PageOf = { readonly before: string | undefined; readonly limit: number }

/** Sources outside the catalogue, the runs that read them, and the offers that they found. */
export type Crawls = {
  createSource(actor: Actor, source: NewSource): Promise<Source>
  changeSource(actor: Actor, sourceId: string, edit: SourceEdit): Promise<Source>
  deleteSource(actor: Actor, sourceId: string): Promise<void>
  getSource(actor: Actor, sourceId: string): Promise<Source>
  listSources(actor: Actor, page: PageOf): Promise<readonly Source[]>
  /** Starts a run of a source. An address without a source becomes one, for those who may make sources. */
  start(actor: Actor, target: RunTarget, query: string | undefined): Promise<SeenRun>
  propose(
    tx: Tx,
    source: SourceKey,
    proposal: Parameters<typeof proposeRun>[2],
  ): Promise<SeenRun | undefined>
  confirm(actor: Actor, runId: string): Promise<SeenRun>
  reconnect(actor: Actor, runId: string): Promise<SeenRun>
  cancel(actor: Actor, runId: string): Promise<SeenRun>
  getRun(actor: Actor, runId: string): Promise<SeenRun>
  /** The run, for somebody who may see the offers that it finds. */
  getRunWithOffers(actor: Actor, runId: string): Promise<SeenRun>
  listRuns(actor: Actor, filter: RunFilter): Promise<readonly SeenRun[]>
  listPages(actor: Actor, runId: string, filter: PageFilter): Promise<readonly PageRecord[]>
  listOffers(
    actor: Actor,
    sourceId: string,
    filter: PageOf & { state: OfferState | undefined },
  ): Promise<readonly MatchedOffer[]>
  listReviews(filter: PageOf & { state: ReviewState | undefined }): Promise<readonly Review[]>
  decideReview(actor: Actor, reviewId: string, state: 'ACCEPTED' | 'DISMISSED'): Promise<Review>
  /** How the XML file of a source is read, or may be read. */
  getMapping(actor: Actor, sourceId: string): Promise<SeenMapping>
  previewMapping(actor: Actor, sourceId: string, mapping: Mapping): Promise<readonly FoundProduct[]>
  confirmMapping(
    actor: Actor,
    sourceId: string,
    mapping: Mapping & { readonly expectedVersion: number },
  ): Promise<SeenMapping>
  withdrawMapping(actor: Actor, sourceId: string): Promise<SeenMapping>
  /** The runs of these that the actor sees. */
  listRunsById(actor: Actor, runIds: readonly string[]): Promise<readonly Run[]>
  /** The active sources that a text names, by name or host. */
  sourcesNamedIn(actor: Actor, text: string): Promise<readonly Source[]>
  /** An external offer by its id, or of a known product. Throws `catalog.product_not_found`. */
  findOffer(actor: Actor, id: string, offerId?: string): Promise<FoundOffer | undefined>
  readonly streams: Streams
  startWorker(): Pick<Loop, 'stop'>
}

export type RunTarget = {
  readonly sourceId?: string | undefined
  readonly url?: string | undefined
}

export function createCrawls(deps: CrawlDeps, streams: Streams): Crawls {
  const { pool } = deps.database
  return {
    createSource: (actor, source) => createSource(deps, actor, source),
    changeSource: (actor, sourceId, edit) => changeSource(deps, actor, sourceId, edit),
    deleteSource: (actor, sourceId) => deleteSource(deps, actor, sourceId),
    getSource: (actor, sourceId) => seenSource(deps, actor, sourceId),
    listSources: (actor, page) => listSources(pool, companiesReadBy(actor), page),
    start: async (actor, target, query) =>
      startRun(deps, actor, await sourceOf(deps, actor, target), query),
    propose: proposeRun,
    confirm: (actor, runId) => confirmRun(deps, actor, runId),
    reconnect: (actor, runId) => reconnectRun(deps, actor, runId),
    cancel: (actor, runId) => cancelRun(deps, actor, runId),
    getRun: (actor, runId) => seenRun(deps, actor, runId),
    getRunWithOffers: (actor, runId) => runWithOffers(deps, actor, runId),
    listRuns: (actor, filter) => listRuns(pool, companiesReadBy(actor), filter),
    listPages: async (actor, runId, filter) =>
      listPagesOf(pool, await seenRun(deps, actor, runId), filter),
    listOffers: async (actor, sourceId, filter) =>
      listMatchedOffers(deps, actor, await sourceWithOffers(deps, actor, sourceId), filter),
    listReviews: (filter) => listReviews(pool, filter),
    decideReview: (actor, reviewId, state) => decideHeldOffers(deps, actor, reviewId, state),
    getMapping: (actor, sourceId) => getMapping(deps, actor, sourceId),
    previewMapping: (actor, sourceId, mapping) => previewMapping(deps, actor, sourceId, mapping),
    confirmMapping: (actor, sourceId, mapping) =>
      confirmSourceMapping(deps, actor, sourceId, mapping),
    withdrawMapping: (actor, sourceId) => withdrawSourceMapping(deps, actor, sourceId),
    listRunsById: (actor, runIds) => listRunsById(pool, companiesSeenBy(actor), runIds),
    sourcesNamedIn: async (actor, text) =>
      sourcesNamedIn(
        await listSources(pool, companiesSeenBy(actor), {
          before: undefined,
          limit: 2 * sourcesMax,
        }),
        text,
      ),
    findOffer: (actor, id, offerId) => findOffer(deps, actor, id, offerId),
    streams,
    startWorker: () => crawlWorker(deps),
  }
}

/** The company of a source alone sees its offers. Operators read the source and its runs. */
async function sourceWithOffers(
  { database }: CrawlDeps,
  actor: Actor,
  sourceId: string,
): Promise<Source> {
  const source = await findSource(database.pool, companiesSeenBy(actor), sourceId)
  if (!source) throw fail('source_not_found', { sourceId })
  return source
}

async function runWithOffers(
  { database }: CrawlDeps,
  actor: Actor,
  runId: string,
): Promise<SeenRun> {
  const run = await findRun(database.pool, companiesSeenBy(actor), runId)
  if (!run) throw fail('run_not_found', { crawlId: runId })
  return run
}

async function sourceOf(
  deps: CrawlDeps,
  actor: Actor,
  { sourceId, url: given }: RunTarget,
): Promise<Source> {
  if ((sourceId === undefined) === (given === undefined)) throw fail('target_ambiguous')
  if (sourceId !== undefined) return seenSource(deps, actor, sourceId)
  const url = await checkAddress(deps.outbound, given ?? '')
  const known = await findSourceByUrl(deps.database.pool, companiesSeenBy(actor), url)
  if (known) return known
  if (!mayChange(actor, actor.companyId)) throw fail('source_not_found', { url })
  return createSource(deps, actor, { name: new URL(url).host, kind: 'site', url })
}
