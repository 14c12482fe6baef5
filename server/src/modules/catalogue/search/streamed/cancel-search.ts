import type { Actor } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import type { SearchesDeps } from './deps.ts'
import { endSources } from './end-sources.ts'
import { eventsTopic } from './publish.ts'
import { readSearch } from './read-search.ts'
import type { SearchRecord } from './search-record.ts'
import { lockRunning, writeStep } from './search-store.ts'

/** The worker notices at its next write that its lease is gone. Cancelling a cancelled search changes nothing. */
export async function cancelSearch(
  deps: SearchesDeps,
  actor: Actor,
  searchId: string,
): Promise<SearchRecord> {
  const { database, now } = deps
  const known = await readSearch(database.pool, actor, searchId)
  await database.transaction(async (tx) => {
    const locked = await lockRunning(tx, known)
    if (!locked) return
    const { products } = locked
    const { sources, events } = endSources(locked, 'cancelled')
    await writeStep(tx, locked, {
      events: [...events, { kind: 'search.cancelled', data: { state: 'CANCELLED', products } }],
      sources,
      products,
      end: { state: 'CANCELLED', at: now() },
    })
    ringAfterCommit(tx, eventsTopic(locked))
  })
  const search = await readSearch(database.pool, actor, searchId)
  if (search.state !== 'CANCELLED') throw fail('search_over', { searchId, state: search.state })
  return search
}
