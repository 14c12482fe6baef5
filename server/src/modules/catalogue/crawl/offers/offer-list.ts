import { Type } from 'typebox'
import { ExternalOfferState, ExternalOfferView, externalOfferExample } from '#modules/products'
import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
import type { Crawls } from '../service.ts'
import type { MatchedOffer } from './list-matched-offers.ts'
import type { OfferState } from './offer-store.ts'
import { viewOffer } from './schemas.ts'

export const offerList = (crawls: Crawls, now: () => Date) =>
  defineList({
    operationId: 'listExternalOffers',
    url: '/api/v1/crawl/sources/:sourceId/offers',
    summary: 'List offers of a crawl source',
    description:
      'What the source offers, newest first. Nobody has confirmed an external offer: `lastSeenAt` says how old it is.',
    tags: ['Crawls'],
    config: { access: 'person', fails: ['crawl.source_not_found'] },
    params: Type.Object({ sourceId: Type.String({ maxLength: 100 }) }),
    item: ExternalOfferView,
    examples: [externalOfferExample],
    columns: ['name', 'brand', 'mpn', 'sku', 'state', 'lastSeenAt'],
    filters: { state: filter(ExternalOfferState) },
    sorts: { newest: { read: (request: Request, cut) => readNewest(crawls, request, cut) } },
    csv: {
      operationId: 'downloadExternalOffers',
      summary: 'Download offers of a crawl source as CSV',
    },
    show: (offers: readonly MatchedOffer[]) => offers.map((offer) => viewOffer(offer, now())),
  })

type Request = ListRequest<{ readonly state?: OfferState }>

async function readNewest(crawls: Crawls, { actor, params, query }: Request, cut: Cut) {
  const filter = { state: query.state, before: lastId(cut), limit: cut.limit }
  const found = await crawls.listOffers(actor, String(params.sourceId), filter)
  return placed(found, ({ id }) => [id])
}
