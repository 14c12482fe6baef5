import { crashPoint } from '#platform/faults'
import { ringAfterCommit } from '#platform/wake'
import type { Brief } from '../brief/brief.ts'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { insertItemSearches, listItemSearches } from '../sessions/item-search-store.ts'
import { requireOwn } from '../sessions/read-session.ts'
import {
  eventsTopic,
  finalizationTopic,
  type ItemSearch,
  isFinal,
  type Session,
} from '../sessions/session.ts'
import { lockSession, writeStep } from '../sessions/session-store.ts'
import { stateEvent } from '../sessions/views.ts'
import { insertFinalization } from './finalization-store.ts'
import { type CrawlProposal, proposeCrawls, readProposals, sourcesNamed } from './propose-crawls.ts'
import { searchRequestOf } from './search-request.ts'

export type ConfirmedBrief = {
  readonly session: Session
  readonly searches: readonly ItemSearch[]
  readonly crawls: readonly CrawlProposal[]
}

/**
 * Makes the brief final, starts a search for each item, and proposes crawls of the sources that the buyer has named, in one
 * transaction. Confirming twice, also at once, starts nothing
 * twice: both requests get the same confirmation.
 */
export async function confirmBrief(
  deps: ChatDeps,
  actor: ChatActor,
  sessionId: string,
  expectedVersion: number | undefined,
): Promise<ConfirmedBrief> {
  const { database, searches, now } = deps
  const seen = await requireOwn(database.pool, actor, sessionId)
  if (isFinal(seen)) return confirmedBriefOf(deps, actor, seen)
  assertReadyToConfirm(seen, expectedVersion)
  const begin: Awaited<ReturnType<typeof searches.readyToCreate>>[] = []
  for (const item of seen.brief.items) {
    const request = { ...searchRequestOf(item, seen), language: actor.language }
    begin.push(await searches.readyToCreate(actor, { request }))
  }
  const sources = await sourcesNamed(deps, actor, seen)
  const session = await database.transaction(async (tx) => {
    const locked = await lockSession(tx, actor.companyId, sessionId)
    if (!locked) throw fail('session_not_found', { sessionId })
    if (isFinal(locked)) return locked
    assertReadyToConfirm(locked, expectedVersion ?? seen.briefVersion)
    const at = now()
    const started: Pick<ItemSearch, 'item' | 'searchId'>[] = []
    for (const [item, create] of begin.entries()) {
      const { id } = await create(tx)
      started.push({ item, searchId: id })
    }
    await insertItemSearches(tx, locked, started)
    await proposeCrawls(deps, tx, actor, { session: locked, sources })
    await insertFinalization(tx, locked, at)
    crashPoint('chat.searches_written')
    const events = [stateEvent('FINALIZING')]
    const final = await writeStep(tx, locked, { at, state: 'FINALIZING', events })
    ringAfterCommit(tx, eventsTopic(locked))
    ringAfterCommit(tx, finalizationTopic)
    return final
  })
  crashPoint('chat.brief_confirmed')
  return confirmedBriefOf(deps, actor, session)
}

async function confirmedBriefOf(
  deps: ChatDeps,
  actor: ChatActor,
  session: Session,
): Promise<ConfirmedBrief> {
  const searches = await listItemSearches(deps.database.pool, session)
  return { session, searches, crawls: await readProposals(deps, actor, session) }
}

function assertReadyToConfirm(
  { state, brief, briefVersion }: Session,
  expected: number | undefined,
) {
  if (state !== 'BRIEF_READY' && state !== 'NEEDS_CLARIFICATION') {
    throw fail('brief_not_ready', { state })
  }
  if (expected !== undefined && expected !== briefVersion) {
    throw fail('version_conflict', { expected, current: briefVersion })
  }
  const items = incompleteItems(brief)
  if (items.length > 0 || brief.items.length === 0) throw fail('brief_incomplete', { items })
}

function incompleteItems({ items }: Brief): number[] {
  return items.flatMap(({ what }, at) => (what ? [] : [at]))
}
