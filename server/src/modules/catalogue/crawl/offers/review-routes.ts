import { answers, ok, type Routes } from '#platform/http'
import type { Crawls } from '../service.ts'
import { DecideReviewBody, ReviewParams, ReviewView, reviewExample, viewReview } from './schemas.ts'

const tags = ['Operations']
const access = 'operator'
const url = '/admin/crawls/held-offers'

/** Operators decide over offers that would vanish at once. */
export function reviewsRoutes(crawls: Crawls): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: `${url}/:reviewId/decide`,
      config: { access, fails: ['crawl.review_not_found', 'crawl.review_decided'] },
      schema: {
        operationId: 'decideHeldOffers',
        summary: 'Resolve held offers',
        tags,
        params: ReviewParams,
        body: DecideReviewBody,
        response: answers(ReviewView, { examples: [reviewExample] }),
      },
      handler: async ({ actor, params, body }) =>
        ok(viewReview(await crawls.decideReview(actor, params.reviewId, body.decision))),
    })
  }
}
