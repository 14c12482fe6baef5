import { createHash, randomInt } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { after, secondsMs } from '#kernel/time'
import { LeaseLost } from '#platform/leases'
import { siteOf } from '../addresses/site.ts'
import { productToken } from '../deps.ts'
import { normaliseAddress, readRobots } from '../extract/index.ts'
import { Unparsable } from '../parsing/parser.ts'
import { type HostRules, rulesOf } from '../robots/host-rules.ts'
import { type Fetched, fetchFailure, fetchPage, type OpenedDocument } from './fetch-page.ts'
import { finishPage, type PageResult } from './finish-page.ts'
import { type Turn, withHost } from './host-turn.ts'
import { type FoundPage, lostMax, sitemapMark, type TakenPage } from './page.ts'
import { countAttempt, endAttempt, putBack } from './page-store.ts'
import { readFeedDocument } from './read-feed.ts'
import { type RunWork, throwRunTaken } from './run-work.ts'

/** A body in memory, which is parsed after the turn on the host is over. */
type Received = {
  readonly document: Omit<OpenedDocument, 'body' | 'discard'>
  readonly body: Buffer
}

type Asked =
  | Exclude<Fetched, { is: 'document' }>
  | { readonly is: 'received'; readonly received: Received }
  /** A feed is parsed while it arrives. */
  | { readonly is: 'finished'; readonly result: PageResult }

const attemptsMax = 4
/** A server may not make a run wait for longer. */
const retryAfterMsMax = secondsMs(600)

/** Reads one page: asks its host, parses what came, and stores what it offers. */
export async function readOne(work: RunWork, page: TakenPage): Promise<void> {
  const { deps, lease, signal } = work
  if (page.lostAttempts >= lostMax) {
    const lost = { ...nothing, state: 'FAILED', reason: 'page_lost_workers' } as const
    return finishPage(work, page, { ...lost, status: undefined, tookMs: 0 })
  }
  try {
    await attempt(work, page)
  } catch (error) {
    // This worker is not lost. A worker that has lost its lease may have hung over the page.
    if (!(signal.reason instanceof LeaseLost)) {
      await endAttempt(deps.database.pool, lease, page.hash).catch(() => undefined)
    }
    throw error
  }
}

async function attempt(work: RunWork, page: TakenPage): Promise<void> {
  const { deps, signal } = work
  const answer = await withHost(deps, page.host, signal, (turn) => ask(work, page, turn))
  const { asked, seeds, tookMs } = answer
  if (asked.is === 'retry') {
    const isRetried = await retryLater(work, page, asked)
    if (isRetried) return
  }
  const result = await resultOf(work, page, asked)
  await finishPage(work, page, { ...result, links: [...result.links, ...seeds], tookMs })
}

type Answer = {
  readonly asked: Asked
  readonly seeds: readonly FoundPage[]
  readonly tookMs: number
}

/** Asks the host for its rules if they are not known, and then for the page. */
async function ask(work: RunWork, page: TakenPage, turn: Turn): Promise<Answer> {
  const { deps, lease, source } = work
  const isFirst = page.depth === 0 && source.kind === 'site'
  const question = { owner: source.companyId, url: page.url, withSitemaps: isFirst }
  const rules = await rulesOf(deps, turn, question)
  const delayMs = delayOf(deps, rules)
  if (rules.wasRead) {
    turn.pauseFor(delayMs)
    await pauseBetween(delayMs, turn.signal)
  }
  const refusal = refusalOf(rules)
  if (refusal) return { asked: refusal, seeds: [], tookMs: 0 }
  if (!(await countAttempt(deps.database.pool, lease, page.hash))) throwRunTaken()
  const began = performance.now()
  turn.pauseFor(delayMs)
  const asked = await receive(work, page, turn.signal)
  const tookMs = performance.now() - began
  deps.metrics.asked(page.kind, tookMs)
  turn.pauseFor(pauseAfter(deps, asked, tookMs))
  const seeds = rules.sitemaps.map((url) => ({ url, kind: 'sitemap' as const, depth: 1 }))
  return { asked, seeds, tookMs }
}

/** A host that answers slowly is given as much time again, and one that asks to wait is left alone for so long. */
function pauseAfter({ limits }: RunWork['deps'], asked: Asked, tookMs: number): number {
  const slowMs = limits.hostDelayMs === 0 ? 0 : Math.min(tookMs, limits.hostDelayMaxMs)
  const askedMs = asked.is === 'retry' ? Math.min(asked.afterMs ?? 0, retryAfterMsMax) : 0
  return Math.max(slowMs, askedMs)
}

function refusalOf({ state, isAllowed }: HostRules): Asked | undefined {
  if (state.is === 'CLOSED') {
    const reason = `robots_${state.because}`
    return { is: 'ended', state: 'FAILED', reason, status: undefined }
  }
  return isAllowed
    ? undefined
    : { is: 'ended', state: 'REFUSED', reason: 'robots', status: undefined }
}

function delayOf({ limits }: RunWork['deps'], { delaySeconds }: HostRules): number {
  const wanted = Math.min(secondsMs(delaySeconds ?? 0), limits.hostDelayMaxMs)
  return Math.max(limits.hostDelayMs, wanted)
}

async function pauseBetween(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

async function receive(work: RunWork, page: TakenPage, signal: AbortSignal): Promise<Asked> {
  const fetched = await fetchPage(work.deps, page, signal)
  if (fetched.is !== 'document') return fetched
  const { body: pieces, discard: _discard, ...document } = fetched.document
  try {
    if (page.kind === 'feed') {
      return { is: 'finished', result: await readFeedDocument(work, page, fetched.document) }
    }
    const body: Buffer[] = []
    for await (const piece of pieces) body.push(piece)
    return { is: 'received', received: { document, body: Buffer.concat(body) } }
  } catch (error) {
    signal.throwIfAborted()
    const failure = fetchFailure(error)
    if (failure.is === 'document') throw error
    return failure
  }
}

/** Returns false after the last attempt. */
async function retryLater(
  { deps, lease }: RunWork,
  { hash, attempts }: TakenPage,
  { reason, afterMs }: Extract<Fetched, { is: 'retry' }>,
): Promise<boolean> {
  if (attempts + 1 >= attemptsMax) return false
  const pauseMs = deps.limits.retryPauseMs * 2 ** attempts * (randomInt(50, 150) / 100)
  const waitMs = Math.min(afterMs ?? 0, retryAfterMsMax)
  const availableAt = after(deps.now(), Math.max(pauseMs, waitMs))
  await putBack(deps.database.pool, lease, hash, { availableAt, reason })
  return true
}

const nothing = { links: [], products: [], bytes: 0, document: undefined, noIndex: false } as const

async function resultOf(work: RunWork, page: TakenPage, asked: Asked): Promise<PageResult> {
  switch (asked.is) {
    case 'finished':
      return asked.result
    case 'received':
      return parse(work, page, asked.received)
    case 'moved':
      return {
        ...nothing,
        state: 'MOVED',
        reason: undefined,
        status: asked.status,
        ...target(work, page, asked.to),
      }
    case 'retry':
      return { ...nothing, state: 'FAILED', reason: asked.reason, status: asked.status }
    case 'ended':
      return asked.state === 'UNCHANGED'
        ? unchangedResult(page, { status: asked.status, bytes: 0 })
        : { ...nothing, state: asked.state, reason: asked.reason, status: asked.status }
  }
}

/** The page that a redirect leads to. One outside of the site, or back to where it came from, is not read. */
function target({ source }: RunWork, page: TakenPage, to: string) {
  const url = normaliseAddress(to)
  if (url === undefined || siteOf(url) !== siteOf(source.url)) {
    return { state: 'REFUSED' as const, reason: 'redirect_leaves_site' }
  }
  return { links: [{ url, kind: page.kind, depth: page.depth }] }
}

/** Its links and offers are those of the last time. */
function unchangedResult(
  { known, depth }: TakenPage,
  { status, bytes }: { readonly status: number | undefined; readonly bytes: number },
): PageResult {
  const links = (known?.links ?? []).map((link) =>
    link.startsWith(sitemapMark)
      ? { url: link.slice(sitemapMark.length), kind: 'sitemap' as const, depth: depth + 1 }
      : { url: link, kind: 'page' as const, depth: depth + 1 },
  )
  return { ...nothing, state: 'UNCHANGED', reason: undefined, status, bytes, links, isKnown: true }
}

async function parse(
  { deps, source }: RunWork,
  page: TakenPage,
  { document, body }: Received,
): Promise<PageResult> {
  const { status, contentType, etag, lastModified, robotsTag } = document
  const bytes = body.length
  const contentHash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  if (page.known?.contentHash === contentHash) return unchangedResult(page, { status, bytes })
  const read = page.kind === 'sitemap' ? deps.parser.sitemap : deps.parser.page
  try {
    const found = await read(source.companyId, { url: page.url, contentType, body })
    const asked = readRobots(robotsTag === undefined ? [] : [robotsTag], productToken)
    const depth = page.depth + 1
    const links: FoundPage[] = [
      ...(found.noFollow || asked.noFollow ? [] : found.links).map((url) => ({
        url,
        kind: 'page' as const,
        depth,
      })),
      ...found.sitemaps.map((url) => ({ url, kind: 'sitemap' as const, depth })),
      ...(found.canonical === undefined
        ? []
        : [{ url: found.canonical, kind: 'page' as const, depth: page.depth }]),
    ]
    return {
      state: 'FETCHED',
      reason: found.problems[0],
      status,
      bytes,
      links: await ownPages(links, source.url),
      ...(found.noIndex || asked.noIndex
        ? { products: [] }
        : { products: found.products, fields: found.fields }),
      document: { contentHash, etag, lastModified },
    }
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error
    return { ...nothing, state: 'FAILED', reason: error.reason, status, bytes }
  }
}

/** After so many links other work has its turn: a sitemap may have 50,000, and each costs up to half a millisecond. */
const linksAtOnce = 100

async function ownPages(links: readonly FoundPage[], sourceUrl: string): Promise<FoundPage[]> {
  const site = siteOf(sourceUrl)
  const own: FoundPage[] = []
  for (const [at, link] of links.entries()) {
    if (at % linksAtOnce === linksAtOnce - 1) await breathe()
    const url = normaliseAddress(link.url)
    if (url !== undefined && siteOf(url) === site) own.push({ ...link, url })
  }
  return own
}
