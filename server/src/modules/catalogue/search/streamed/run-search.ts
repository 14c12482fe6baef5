import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { crashPoint } from '#platform/faults'
import { fail } from '../failures.ts'
import type { SearchesDeps } from './deps.ts'
import { endSources } from './end-sources.ts'
import { publishEnd, publishSourceEnd, SearchTaken } from './publish.ts'
import type { Running } from './running.ts'
import { searchCatalog } from './search-catalog.ts'
import { searchExternal } from './search-external.ts'
import type { SearchRecord, SourceName, SourceProgress } from './search-record.ts'
import type { Step } from './search-store.ts'

/**
 * Runs a search from its current progress to its end, with all sources at once. A late source fails alone. Throws if
 * the search cannot run now and may be retried; a permanent failure ends the search as failed. It may run twice: each
 * event is written under the lease, and no product is published twice.
 */
export async function runSearch(
  deps: SearchesDeps,
  running: Running,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new AbortController()
  const anyEnd = AbortSignal.any([signal, stopped.signal])
  try {
    await untilFirstFailure(deps, running, anyEnd, stopped)
    crashPoint('catalog.search_sources_done')
    await endSearch(deps, running)
  } catch (error) {
    if (signal.aborted || error instanceof SearchTaken) throw error
    if (!(error instanceof Failure)) throw error
    await failSearch(deps, running, error)
  }
}

async function untilFirstFailure(
  deps: SearchesDeps,
  running: Running,
  signal: AbortSignal,
  stopped: AbortController,
): Promise<void> {
  const open = Object.entries(running.search.sources).filter(
    ([, { status }]) => status === 'running',
  )
  if (!open.some(([name]) => name === 'catalog')) running.onCatalogEnded?.()
  const one = async (name: string, { deadlineAt }: SourceProgress) => {
    try {
      const until = deadlineAt === undefined ? running.search.deadlineAt : new Date(deadlineAt)
      await untilDeadline(deps, running, name as SourceName, until, signal)
      if (name === 'catalog') running.onCatalogEnded?.()
    } catch (error) {
      stopped.abort(error)
      throw error
    }
  }
  const outcomes = await Promise.allSettled(open.map(([name, progress]) => one(name, progress)))
  if (stopped.signal.aborted) throw stopped.signal.reason
  const refused = outcomes.find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}

/** A late source fails alone. */
async function untilDeadline(
  deps: SearchesDeps,
  running: Running,
  name: SourceName,
  until: Date,
  signal: AbortSignal,
): Promise<void> {
  const leftMs = until.getTime() - deps.now().getTime()
  const late = leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort()
  try {
    late.throwIfAborted()
    await sources[name](deps, running, actorOf(running.search), AbortSignal.any([signal, late]))
  } catch (error) {
    if (signal.aborted || !late.aborted || error instanceof SearchTaken) throw error
    await publishSourceEnd(running, name, 'failed', true)
  }
}

const sources = { catalog: searchCatalog, external: searchExternal } as const

/** The actor of the search, who reads in the language in which it was started. It may read what its company may, and nothing else. */
function actorOf({ ownerId, companyId, unitId, request: { language } }: SearchRecord): Actor {
  return {
    kind: 'system',
    id: ownerId,
    companyId,
    ...(unitId !== undefined && { unitId }),
    roles: new Set(),
    scopes: new Set(['products:read']),
    ...(language && { language }),
  }
}

/** Late sources have failed. The search has failed only if no source completed. */
async function endSearch({ now }: SearchesDeps, running: Running): Promise<void> {
  await publishEnd(running, (locked) => {
    const progress = Object.values(locked.sources)
    const isAnswered = progress.some(({ status }) => status === 'completed')
    const isLate = progress.some((source) => source.isLate)
    return isLate && !isAnswered
      ? failedStep(locked, now(), fail('search_timed_out'))
      : completedStep(locked, now())
  })
}

function completedStep(
  { products, createdAt }: SearchRecord,
  at: Date,
): Pick<Step, 'events' | 'end'> {
  const tookMs = at.getTime() - createdAt.getTime()
  const data = { state: 'COMPLETED', products, tookMs }
  return { events: [{ kind: 'search.completed', data }], end: { state: 'COMPLETED', at } }
}

/** Ends the search after the sources that still run. */
function withSources(locked: SearchRecord, { events, end }: Pick<Step, 'events' | 'end'>) {
  const { sources, events: sourceEvents } = endSources(locked, 'failed')
  return { events: [...sourceEvents, ...events], sources, ...(end && { end }) }
}

/** Ends the search with the code and the message with which a request would be refused. */
export async function failSearch(
  { now }: SearchesDeps,
  running: Running,
  failure: Failure,
): Promise<void> {
  await publishEnd(running, (locked) => failedStep(locked, now(), failure))
}

function failedStep(
  locked: SearchRecord,
  at: Date,
  { code, message }: Failure,
): ReturnType<typeof withSources> {
  const data = { state: 'FAILED', code, message, products: locked.products }
  return withSources(locked, {
    events: [{ kind: 'search.failed', data }],
    end: { state: 'FAILED', at, failureCode: code },
  })
}
