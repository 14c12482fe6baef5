import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { crashPoint } from '#platform/faults'
import { fail } from '../failures.ts'
import type { SearchesDeps } from './deps.ts'
import { endSources } from './end-sources.ts'
import { searchCatalog } from './search-catalog.ts'
import { searchExternal } from './search-external.ts'
import type { SearchRecord, SourceName } from './search-record.ts'
import type { Step } from './search-store.ts'
import { SearchTaken, type Telling, tellEnd } from './tell.ts'

export type Running = Telling & { readonly search: SearchRecord }

/**
 * Carries a search on from where it is to its end: all sources at once, none waiting for another. Throws where it could
 * not be done now and may be tried again; what can never be done ends the search as failed. Running it twice is
 * harmless: every word is written under the lease, and no product is told twice.
 */
export async function runSearch(
  deps: SearchesDeps,
  running: Running,
  signal: AbortSignal,
): Promise<void> {
  const { search } = running
  const deadlineMs = search.deadlineAt.getTime() - deps.now().getTime()
  if (deadlineMs <= 0) return endLate(deps, running)
  const late = AbortSignal.timeout(deadlineMs)
  const stopped = new AbortController()
  const anyEnd = AbortSignal.any([signal, late, stopped.signal])
  try {
    await untilFirstFailure(deps, running, anyEnd, stopped)
    crashPoint('catalog.search_sources_done')
    await completeSearch(deps, running)
  } catch (error) {
    if (signal.aborted || error instanceof SearchTaken) throw error
    if (late.aborted) return endLate(deps, running)
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
  const actor = actorOf(running.search)
  const one = async (name: string) => {
    try {
      await sources[name as SourceName](deps, running, actor, signal)
    } catch (error) {
      stopped.abort(error)
      throw error
    }
  }
  const outcomes = await Promise.allSettled(open.map(([name]) => one(name)))
  if (stopped.signal.aborted) throw stopped.signal.reason
  const refused = outcomes.find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
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

async function completeSearch({ now }: SearchesDeps, running: Running): Promise<void> {
  await tellEnd(running, (held) => completed(held, now()))
}

function completed({ products, createdAt }: SearchRecord, at: Date): Pick<Step, 'events' | 'end'> {
  const tookMs = at.getTime() - createdAt.getTime()
  const data = { state: 'COMPLETED', products, tookMs }
  return { events: [{ kind: 'search.completed', data }], end: { state: 'COMPLETED', at } }
}

/** A source that is late has failed; the search only where none has said all that it had. */
async function endLate({ now }: SearchesDeps, running: Running): Promise<void> {
  await tellEnd(running, (held) => {
    const isAnswered = Object.values(held.sources).some(({ status }) => status === 'completed')
    return isAnswered
      ? withSources(held, completed(held, now()))
      : failed(held, now(), fail('search_timed_out'))
  })
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
  await tellEnd(running, (held) => failed(held, now(), failure))
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
