import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { crashPoint } from '#platform/faults'
import { fail } from '../failures.ts'
import type { SearchesDeps } from './deps.ts'
import { endSources } from './end-sources.ts'
import { type Publishing, publishEnd, publishSourceEnd, SearchTaken } from './publish.ts'
import { searchCatalog } from './search-catalog.ts'
import { searchExternal } from './search-external.ts'
import type { SearchRecord, SourceName, SourceProgress } from './search-record.ts'
import type { Step } from './search-store.ts'

export type Running = Publishing & { readonly search: SearchRecord }

/**
 * Carries a search on from where it is to its end: all sources at once, and none waits for another. A source that is late
 * ends alone. Throws where the search could not be carried out now and may be tried again; what can never be done ends
 * the search as failed. It may run twice: every event is written under the lease, and no product is sent twice.
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
  const one = async (name: string, { deadlineAt }: SourceProgress) => {
    try {
      const until = deadlineAt === undefined ? running.search.deadlineAt : new Date(deadlineAt)
      await untilDeadline(deps, running, name as SourceName, until, signal)
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

/** A source that is late has failed alone. */
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

/** The search's own: it may read what its company may, and nothing else. */
function actorOf({ ownerId, companyId }: SearchRecord): Actor {
  return {
    kind: 'system',
    id: ownerId,
    companyId,
    roles: new Set(),
    scopes: new Set(['products:read']),
  }
}

/** Late sources have failed; the search has only where none has said all that it had. */
async function endSearch({ now }: SearchesDeps, running: Running): Promise<void> {
  await publishEnd(running, (held) => {
    const progress = Object.values(held.sources)
    const isAnswered = progress.some(({ status }) => status === 'completed')
    const isLate = progress.some((source) => source.isLate)
    return isLate && !isAnswered
      ? failed(held, now(), fail('search_timed_out'))
      : completed(held, now())
  })
}

function completed({ products, createdAt }: SearchRecord, at: Date): Pick<Step, 'events' | 'end'> {
  const tookMs = at.getTime() - createdAt.getTime()
  const data = { state: 'COMPLETED', products, tookMs }
  return { events: [{ kind: 'search.completed', data }], end: { state: 'COMPLETED', at } }
}

/** Its end, after that of the sources that still run. */
function withSources(held: SearchRecord, { events, end }: Pick<Step, 'events' | 'end'>) {
  const { sources, events: told } = endSources(held, 'failed')
  return { events: [...told, ...events], sources, ...(end && { end }) }
}

/** With the code and the sentence that a request would have been refused with. */
export async function failSearch(
  { now }: SearchesDeps,
  running: Running,
  failure: Failure,
): Promise<void> {
  await publishEnd(running, (held) => failed(held, now(), failure))
}

function failed(
  held: SearchRecord,
  at: Date,
  { code, message }: Failure,
): ReturnType<typeof withSources> {
  const data = { state: 'FAILED', code, message, products: held.products }
  return withSources(held, {
    events: [{ kind: 'search.failed', data }],
    end: { state: 'FAILED', at, failureCode: code },
  })
}
