import { readQuantity } from '#kernel/quantity'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  ConfirmOfferBody,
  DeclineOfferBody,
  OfferRequestView,
  ProductParams,
  RequestOfferBody,
  RequestParams,
  readConfirmation,
  requestExample,
  viewRequest,
} from './schemas.ts'
import type { Offers } from './service.ts'

const tags = ['Offer requests']
const one = '/api/v1/offer-requests/:requestId'
const answer = answers(OfferRequestView, { examples: [requestExample] })

export function offersRoutes(offers: Offers): Routes {
  return async (http) => {
    addRequesting(http, offers)
    addReading(http, offers)
    addAnswering(http, offers)
  }
}

function addRequesting(http: Http, offers: Offers): void {
  http.route({
    method: 'POST',
    url: '/api/v1/products/:productId/offer-requests',
    config: {
      access: 'orders:write',
      fails: [
        'offers.offer_not_found',
        'offers.not_external',
        'offers.quantity_not_whole',
        'offers.request_exists',
        'offers.requests_too_many',
        'catalog.product_not_found',
        'catalog.country_unknown',
      ],
    },
    schema: {
      operationId: 'requestOffer',
      summary: 'Request an offer',
      description:
        'Asks for a confirmed price of what a source outside the catalogue offers. The request goes to the company of the supplier, or to operators where it has none here. Until somebody confirms it, it cannot be ordered.',
      tags,
      params: ProductParams,
      body: RequestOfferBody,
      response: answers(OfferRequestView, { status: 201, examples: [requestExample] }),
    },
    handler: async ({ actor, params, body }, reply) => {
      const request = await offers.request(actor, {
        ...readQuantity(body),
        productId: params.productId,
      })
      return reply.code(201).send(ok(viewRequest(request)))
    },
  })
}

function addReading(http: Http, offers: Offers): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'orders:read', fails: ['offers.request_not_found'] },
    schema: {
      operationId: 'getOfferRequest',
      summary: 'Get an offer request',
      description: 'For the company that asks, and for those who answer.',
      tags,
      params: RequestParams,
      response: answer,
    },
    handler: async ({ actor, params }) =>
      ok(viewRequest(await offers.get(actor, params.requestId))),
  })
}

function addAnswering(http: Http, offers: Offers): void {
  const answerFails = ['offers.request_not_found', 'offers.request_over'] as const
  http.route({
    method: 'POST',
    url: `${one}/confirm`,
    config: {
      access: 'orders:write',
      fails: [...answerFails, 'offers.validity_invalid', 'catalog.currency_unknown'],
    },
    schema: {
      operationId: 'confirmOffer',
      summary: 'Confirm an offer',
      description:
        'For the company of the supplier, and for operators. The company that asked can order the quantity at this price until `validUntil`.',
      tags,
      params: RequestParams,
      body: ConfirmOfferBody,
      response: answer,
    },
    handler: async ({ actor, params, body }) => {
      const input = { ...params, ...readConfirmation(body) }
      return ok(viewRequest(await offers.confirm(actor, input)))
    },
  })

  http.route({
    method: 'POST',
    url: `${one}/decline`,
    config: { access: 'orders:write', fails: [...answerFails] },
    schema: {
      operationId: 'declineOffer',
      summary: 'Decline an offer request',
      description: 'For the company of the supplier, and for operators.',
      tags,
      params: RequestParams,
      body: DeclineOfferBody,
      response: answer,
    },
    handler: async ({ actor, params, body }) =>
      ok(viewRequest(await offers.decline(actor, { ...params, reason: body?.reason }))),
  })
}
