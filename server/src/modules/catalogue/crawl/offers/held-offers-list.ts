import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
import type { Crawls } from '../service.ts'
import { ReviewStateName, ReviewView, reviewExample, viewReview } from './schemas.ts'
import type { Review, ReviewState } from './vanish-store.ts'

export const heldOffersList = (crawls: Crawls) =>
  defineList({
    operationId: 'listHeldOffers',
    url: '/admin/crawls/held-offers',
    summary: 'List held offers',
    description: 'Sources of which so many offers would vanish at once, newest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: ReviewView,
    examples: [reviewExample],
    columns: ['sourceName', 'companyId', 'missing', 'listed', 'state', 'createdAt'],
    filters: { state: filter(ReviewStateName) },
    sorts: { newest: { read: (request: Request, cut) => readNewest(crawls, request, cut) } },
    show: (reviews: readonly Review[]) => reviews.map(viewReview),
  })

type Request = ListRequest<{ readonly state?: ReviewState }>

async function readNewest(crawls: Crawls, { query: { state } }: Request, cut: Cut) {
  const found = await crawls.listReviews({ state, before: lastId(cut), limit: cut.limit })
  return placed(found, ({ id }) => [id])
}
