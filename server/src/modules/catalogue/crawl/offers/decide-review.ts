import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { CrawlDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import {
  decideReview,
  findReview,
  forgetMisses,
  type Review,
  vanishMissing,
} from './vanish-store.ts'

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'incidents'>

/**
 * An operator decides over offers that would vanish at once. `ACCEPTED`: those that two complete runs have missed vanish.
 * `DISMISSED`: they stay, and their misses count from the beginning.
 */
export async function decideHeldOffers(
  { database, now, incidents }: Deps,
  actor: Actor,
  reviewId: string,
  state: 'ACCEPTED' | 'DISMISSED',
): Promise<Review> {
  const at = now()
  return database.transaction(async (tx) => {
    const review = await decideReview(tx, reviewId, { state, by: actor.id, at })
    if (!review) {
      const known = await findReview(tx, reviewId)
      if (!known) throw fail('review_not_found', { reviewId })
      throw fail('review_decided', { reviewId, state: known.state })
    }
    const { companyId, sourceId } = review
    const source = { companyId, id: sourceId }
    const offers =
      state === 'ACCEPTED' ? await vanishMissing(tx, source, at) : await forgetMisses(tx, source)
    await incidents.resolve(tx, { key: 'crawl.offers-held', dedupeKey: sourceId, now: at })
    recordAudit(tx, {
      companyId,
      actor,
      action: state === 'ACCEPTED' ? 'crawl.offers_vanished' : 'crawl.offers_kept',
      target: { type: 'crawl_review', id: reviewId },
      outcome: 'done',
      details: { offers },
      now: at,
    })
    return review
  })
}
