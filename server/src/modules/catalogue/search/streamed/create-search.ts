import type { Actor } from '#kernel/actor'
import { ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { buyingUnitOf } from '#modules/structure'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { assertSearchable } from '../search.ts'
import type { SearchesDeps } from './deps.ts'
import type { SearchRecord, SearchRequest, SourceName, Sources } from './search-record.ts'
import { insertSearch, type NewSearch } from './search-store.ts'

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
  input: CreateSearchInput,
): Promise<SearchRecord> {
  const create = await readyToCreate(deps, actor, input)
  return deps.database.transaction(create)
}

/** Participant: creates the search in the caller's transaction. */
export type CreateIn = (tx: Tx) => Promise<SearchRecord>

/** Refuses what a product search would refuse, and returns the function that creates the search. */
export async function readyToCreate(
  deps: SearchesDeps,
  actor: Actor,
  { request, sources: names = ['catalog'] }: CreateSearchInput,
): Promise<CreateIn> {
  if (new Set(names).size < names.length) throw fail('search_source_doubled')
  await assertSearchable(deps, actor, request)
  const unitId = await unitOfPrices(deps, actor)
  return async (tx) => {
    const search = searchFrom(deps, actor, { request, unitId }, names)
    const { id, createdAt } = search
    const data = {
      searchId: id,
      q: request.q ?? '',
      sources: names,
      startedAt: createdAt.toISOString(),
    }
    const hasRoom = await insertSearch(tx, search, { kind: 'search.started', data }, runningMax)
    if (!hasRoom) throw fail('searches_too_many', { runningMax })
    ringAfterCommit(tx, dueTopic)
    return {
      ...search,
      state: 'RUNNING',
      lastEvent: 1,
      products: 0,
      failureCode: undefined,
      endedAt: undefined,
    }
  }
}

/** Undefined where all units of the company have the same prices and assortment: all its people may see such a search. */
async function unitOfPrices(
  { database: { pool }, terms, now }: SearchesDeps,
  actor: Actor,
): Promise<string | undefined> {
  const buyer = await buyingUnitOf(pool, actor)
  const { dependOnUnit } = await terms.cached(pool, buyer, now())
  return dependOnUnit ? buyer.unitId : undefined
}

function searchFrom(
  deps: SearchesDeps,
  actor: Actor,
  asked: Pick<SearchRecord, 'request' | 'unitId'>,
  names: readonly SourceName[],
): NewSearch {
  const createdAt = deps.now()
  const deadlines = names.map((name) => after(createdAt, secondsMs(limitSecondsOf(deps, name))))
  const sources = Object.fromEntries(
    names.map((name, at) => [
      name,
      { status: 'running', found: 0, deadlineAt: deadlines[at]?.toISOString() },
    ]),
  ) as Sources
  return {
    companyId: actor.companyId,
    id: newId('srch', createdAt),
    ownerId: ownerIdOf(actor),
    ...asked,
    sources,
    createdAt,
    deadlineAt: new Date(Math.max(...deadlines.map((one) => one.getTime()))),
  }
}

/** A source that is not configured ends at once, whatever its time limit. */
function limitSecondsOf({ external, catalogLimitSeconds }: SearchesDeps, name: SourceName): number {
  return name === 'external' && external ? external.limitSeconds : catalogLimitSeconds
}
