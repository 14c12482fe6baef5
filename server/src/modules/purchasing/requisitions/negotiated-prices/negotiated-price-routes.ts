import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { fileAnswers, fileHeaders } from '#platform/attachments'
import { answers, ok, type Routes } from '#platform/http'
import { SourcingView, viewSourcing } from '../requisition-schemas.ts'
import type { NegotiatedPrice, NegotiatedPrices } from './negotiated-prices.ts'

const tags = ['Orders']
const url = '/api/v1/orders/:orderId/negotiated-prices'

const NegotiatedPriceView = record(
  'NegotiatedPrice',
  'A price that a buyer agreed by hand for a line of an order, with the files that prove it.',
  {
    requisitionId: Type.String(),
    requisitionNumber: Type.String(),
    lineId: Type.String({ description: 'The line of the requisition.' }),
    what: Type.Optional(Type.String({ description: 'What the requester asked for.' })),
    sourcing: SourcingView,
  },
  {
    examples: [
      {
        requisitionId: 'rqn_01m7xb82dw3khw78phh28dvacd',
        requisitionNumber: 'REQ-2026-000123',
        lineId: 'rql_01m7xb82dw3khw78phh28dvacd',
        what: 'A height-adjustable desk, 160 cm, oak',
        sourcing: {
          productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
          supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
          price: { amount: '549.00', currency: 'EUR' },
          note: 'Agreed by phone with Ms Olsen on 12 January.',
          attachments: [
            {
              id: 'att_01m7xb82dw3khw78phh28dvacd',
              name: 'letter.pdf',
              mediaType: 'application/pdf',
              bytes: 48_213,
            },
          ],
          by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
          at: '2026-01-02T03:04:05.000Z',
        },
      },
    ],
  },
)

export function negotiatedPriceRoutes(negotiatedPrices: NegotiatedPrices): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url,
      config: { access: 'requester:read', operatorsToo: true, fails: ['orders.order_not_found'] },
      schema: {
        operationId: 'listNegotiatedPricesOfOrder',
        summary: 'List the negotiated prices of an order',
        description:
          'For the people of the buyer who may read the order, and never for its suppliers. All at once: an order has them for the lines of its requisition.',
        tags,
        params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
        response: answers(Type.Array(NegotiatedPriceView)),
      },
      handler: async ({ actor, params }) =>
        ok((await negotiatedPrices.list(actor, params.orderId)).map(viewNegotiatedPrice)),
    })
    http.route({
      method: 'GET',
      url: `${url}/attachments/:attachmentId`,
      config: {
        access: 'requester:read',
        operatorsToo: true,
        fails: ['orders.order_not_found', 'requisitions.attachment_not_found'],
      },
      schema: {
        operationId: 'getNegotiatedPriceAttachment',
        summary: 'Download a proof of a negotiated price',
        description:
          'For those who may list the negotiated prices. Browsers save the file and never show it as a page.',
        tags,
        params: Type.Object({
          orderId: Type.String({ maxLength: 64 }),
          attachmentId: Type.String({ maxLength: 64 }),
        }),
        response: fileAnswers,
      },
      handler: async ({ actor, params }, reply) => {
        const file = await negotiatedPrices.download(actor, params)
        reply.header('cache-control', 'private, no-store')
        return reply.headers(fileHeaders(file, 'attachment')).send(file.content as never)
      },
    })
  }
}

function viewNegotiatedPrice({
  requisition,
  line,
  sourcing,
  proofs,
}: NegotiatedPrice): Static<typeof NegotiatedPriceView> {
  return {
    requisitionId: requisition.id,
    requisitionNumber: requisition.number,
    lineId: line.id,
    ...(line.what !== undefined && { what: line.what }),
    sourcing: viewSourcing(sourcing, proofs),
  }
}
