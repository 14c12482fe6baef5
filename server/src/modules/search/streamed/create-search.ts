import type { Actor } from '#kernel/actor'
import { ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { refuseUnsearchable } from '../search.ts'
import type { SearchesDeps } from './deps.ts'
import type { SearchRecord, SearchRequest, SourceName, Sources } from './search-record.ts'
import { insertSearch } from './search-store.ts'

export type CreateSearchInput = {
  readonly request: SearchRequest
  /** By default, the catalogue only. */
  readonly sources?: readonly SourceName[] | undefined
}

/** The hint for workers that a search is due. */
export const dueTopic = 'catalog.searches'

/** The limit of running searches of one company. */
const runningMax = 100

/** Creates the search, which a worker then runs. Refuses what a product search would refuse. */
export async function createSearch(
  deps: SearchesDeps,
  actor: Actor,
  { request, sources: names = ['catalog'] }: CreateSearchInput,
): Promise<SearchRecord> {
  if (new Set(names).size < names.length) throw fail('search_source_doubled')
  await refuseUnsearchable(deps, actor, request)
  const { now, database } = deps
  const createdAt = now()
  const deadlines = names.map((name) => after(createdAt, secondsMs(limitSecondsOf(deps, name))))
  const deadlineAt = new Date(Math.max(...deadlines.map((one) => one.getTime())))
  const sources = Object.fromEntries(
    names.map((name, at) => [
      name,
      { status: 'running', found: 0, deadlineAt: deadlines[at]?.toISOString() },
    ]),
  ) as Sources
  const search = {
    companyId: actor.companyId,
    id: newId('srch', createdAt),
    ownerId: ownerIdOf(actor),
    request,
    sources,
    createdAt,
    deadlineAt,
  }
  const started = {
    searchId: search.id,
    q: request.q ?? '',
    sources: names,
    startedAt: createdAt.toISOString(),
  }
  await database.transaction(async (tx) => {
    const first = { kind: 'search.started' as const, data: started }
    const hasRoom = await insertSearch(tx, search, first, runningMax)
    if (!hasRoom) throw fail('searches_too_many', { runningMax })
    ringAfterCommit(tx, dueTopic)
  })
  return {
    ...search,
    state: 'RUNNING',
    lastEvent: 1,
    products: 0,
    failureCode: undefined,
    endedAt: undefined,
  }
}

/** A source that is not configured ends at once, whatever its time limit. */
function limitSecondsOf({ external, catalogLimitSeconds }: SearchesDeps, name: SourceName): number {
  return name === 'external' && external ? external.limitSeconds : catalogLimitSeconds
}
