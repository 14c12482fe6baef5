import type { Source } from '#modules/crawl'
import type { Tx } from '#platform/db'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { listMessages } from '../sessions/message-store.ts'
import type { Session } from '../sessions/session.ts'
import {
  insertProposedCrawls,
  listProposedCrawls,
  type ProposedCrawl,
} from './proposed-crawl-store.ts'
import { searchRequestOf } from './search-request.ts'

/** A proposed crawl as it is now. A run that was deleted is left out. */
export type CrawlProposal = ProposedCrawl & {
  readonly sourceId: string
  readonly state: string
  readonly awaitingConfirmation: boolean
}

const messagesMax = 1_000
const proposalsMax = 5

/** The sources that the buyer has named in the session, by name or by host. */
export async function sourcesNamed(
  { database, crawls }: ChatDeps,
  actor: ChatActor,
  session: Session,
): Promise<readonly Source[]> {
  const messages = await listMessages(database.pool, session, { limit: messagesMax })
  const texts = messages.flatMap(({ role, text }) => (role === 'buyer' ? [text] : []))
  const sources = await crawls.sourcesNamedIn(actor, texts.join('\n'))
  return sources.slice(0, proposalsMax)
}

/** Participant: proposes a crawl of each source. It waits until a person of the company confirms it. */
export async function proposeCrawls(
  { crawls, now }: ChatDeps,
  tx: Tx,
  actor: ChatActor,
  { session, sources }: { readonly session: Session; readonly sources: readonly Source[] },
): Promise<void> {
  const [first] = session.brief.items
  const proposal = {
    requestedBy: actor.id,
    requestingCompanyId: actor.companyId,
    query: first && searchRequestOf(first, session).q,
    now: now(),
  }
  const proposed: ProposedCrawl[] = []
  for (const source of sources) {
    const run = await crawls.propose(tx, source, proposal)
    if (run) proposed.push({ crawlId: run.id, sourceName: source.name })
  }
  await insertProposedCrawls(tx, session, proposed)
}

export async function readProposals(
  { database, crawls }: ChatDeps,
  actor: ChatActor,
  session: Session,
): Promise<readonly CrawlProposal[]> {
  const proposed = await listProposedCrawls(database.pool, session)
  const runs = await crawls.listRunsById(
    actor,
    proposed.map(({ crawlId }) => crawlId),
  )
  return proposed.flatMap((one) => {
    const run = runs.find(({ id }) => id === one.crawlId)
    if (!run) return []
    const { sourceId, state, awaitingConfirmation } = run
    return [{ ...one, sourceId, state, awaitingConfirmation }]
  })
}
