import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { retryAfterMs } from '#kernel/retry-after'
import { type OpenedAnswer, OutboundFailed, UnsafeAddress } from '#platform/net'
import type { CrawlDeps } from '../deps.ts'
import type { PageEnd, TakenPage } from './page.ts'

/** What came of a request for a page. */
export type Fetched =
  | { readonly is: 'document'; readonly document: OpenedDocument }
  | { readonly is: 'moved'; readonly to: string; readonly status: number }
  | {
      readonly is: 'ended'
      readonly state: Exclude<PageEnd, 'FETCHED' | 'MOVED'>
      readonly reason: string | undefined
      readonly status: number | undefined
    }
  | {
      readonly is: 'retry'
      readonly reason: string
      readonly status: number | undefined
      /** As the server asks. */
      readonly afterMs: number | undefined
    }

/** The body is still to be read, or discarded. */
export type OpenedDocument = {
  readonly status: number
  readonly contentType: string
  readonly etag: string | undefined
  readonly lastModified: string | undefined
  /** The header `X-Robots-Tag`. */
  readonly robotsTag: string | undefined
  readonly body: AsyncIterable<Buffer>
  discard(): void
}

type Deps = Pick<CrawlDeps, 'outbound' | 'limits' | 'userAgent' | 'now'>

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])
const pageTypes = /^(?:text\/html|application\/xhtml\+xml)\b/i
const acceptedTypes = {
  page: 'text/html,application/xhtml+xml;q=0.9',
  sitemap: 'application/xml,text/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  feed: 'application/xml,text/xml;q=0.9,text/csv;q=0.9,*/*;q=0.5',
}

/** Asks for a page, or only whether it has changed. A redirect is an address of its own, which is checked like any other. */
export async function fetchPage(
  deps: Deps,
  page: TakenPage,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    return judge(page, await open(deps, page, signal), deps)
  } catch (error) {
    signal.throwIfAborted()
    return fetchFailure(error)
  }
}

/** What a failed request, or a body that did not arrive, means for the page. Any other error is thrown again. */
export function fetchFailure(error: unknown): Fetched {
  if (error instanceof UnsafeAddress) {
    return { is: 'ended', state: 'REFUSED', reason: 'unsafe_address', status: undefined }
  }
  if (!(error instanceof OutboundFailed)) throw error
  return error.reason === 'too_large'
    ? { is: 'ended', state: 'FAILED', reason: 'too_large', status: undefined }
    : { is: 'retry', reason: error.reason, status: undefined, afterMs: undefined }
}

async function open(
  { outbound, limits, userAgent }: Deps,
  { url, kind, known }: TakenPage,
  signal: AbortSignal,
): Promise<OpenedAnswer> {
  const isFeed = kind === 'feed'
  return outbound.open({
    url,
    method: 'GET',
    headers: {
      accept: acceptedTypes[kind],
      'user-agent': userAgent,
      ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
    },
    timeoutMs: isFeed ? limits.feedTimeoutMs : limits.fetchTimeoutMs,
    maxBodyBytes: bytesMaxOf(kind, limits),
    audience: 'user',
    signal,
  })
}

const sitemapBytesMax = 52_428_800

export function bytesMaxOf(kind: TakenPage['kind'], limits: CrawlDeps['limits']): number {
  if (kind === 'feed') return limits.feedBytesMax
  return kind === 'sitemap' ? sitemapBytesMax : limits.pageBytesMax
}

function judge({ url, kind }: TakenPage, answer: OpenedAnswer, { limits, now }: Deps): Fetched {
  const { status, headers } = answer
  if (status === 200) {
    const contentType = headers['content-type'] ?? ''
    if (kind === 'page' && contentType !== '' && !pageTypes.test(contentType)) {
      answer.discard()
      return { is: 'ended', state: 'SKIPPED', reason: 'content_type', status }
    }
    const document = {
      status,
      contentType,
      etag: shortHeader(headers.etag),
      lastModified: shortHeader(headers['last-modified']),
      robotsTag: shortHeader(headers['x-robots-tag']),
      body: decompressIfGzip(answer, url, bytesMaxOf(kind, limits)),
      discard: answer.discard,
    }
    return { is: 'document', document }
  }
  answer.discard()
  if (status === 304) return { is: 'ended', state: 'UNCHANGED', reason: undefined, status }
  if (redirects.has(status)) {
    const { location } = headers
    if (location !== undefined && URL.canParse(location, url)) {
      return { is: 'moved', to: new URL(location, url).href, status }
    }
  }
  return judgeFailure(status, headers['retry-after'], now())
}

function judgeFailure(status: number, retryAfter: string | undefined, now: Date): Fetched {
  const reason = `status_${status}`
  if (status === 404 || status === 410) return { is: 'ended', state: 'GONE', reason, status }
  if (status === 401 || status === 403 || status === 451) {
    return { is: 'ended', state: 'REFUSED', reason, status }
  }
  return status >= 500 || temporaryStatuses.has(status)
    ? { is: 'retry', reason, status, afterMs: retryAfterMs(retryAfter, now) }
    : { is: 'ended', state: 'FAILED', reason, status }
}

function shortHeader(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= 500 ? text : undefined
}

/** A server may compress although it was not asked to. What it sends has the same limit before and after. */
function decompressIfGzip(
  { headers, body }: OpenedAnswer,
  url: string,
  bytesMax: number,
): AsyncIterable<Buffer> {
  const isEncoded = /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '')
  const isFile = new URL(url).pathname.endsWith('.gz')
  return isEncoded || isFile ? gunzipPieces(body, bytesMax) : body
}

async function* gunzipPieces(body: AsyncIterable<Buffer>, bytesMax: number): AsyncIterable<Buffer> {
  const { head, all } = await peek(body)
  // The name says `.gz`, and the server has already decompressed it.
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all
    return
  }
  const gunzip = createGunzip()
  let failure: unknown
  pipeline(all, gunzip, (error) => {
    failure = error
  })
  let size = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > bytesMax) throw new OutboundFailed('too_large', true)
      yield piece
    }
  } catch (error) {
    if (error instanceof OutboundFailed) throw error
    if (failure instanceof OutboundFailed) throw failure
    throw new OutboundFailed('protocol', true, { cause: error })
  }
}

async function peek(
  body: AsyncIterable<Buffer>,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer> }> {
  const pieces = body[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let isOver = false
  while (head.length < 2 && !isOver) {
    const { value, done } = await pieces.next()
    if (done) isOver = true
    else head = Buffer.concat([head, value])
  }
  async function* all() {
    try {
      yield head
      if (isOver) return
      for (;;) {
        const { value, done } = await pieces.next()
        if (done) return
        yield value
      }
    } finally {
      await pieces.return?.()
    }
  }
  return { head, all: all() }
}
