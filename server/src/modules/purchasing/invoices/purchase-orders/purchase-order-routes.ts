import { Type } from 'typebox'
import { etagOf, type Http, knowsEtag, type Routes } from '#platform/http'
import { attachment, pdfAnswers, pdfHeaders, ublAnswers } from '../downloads.ts'
import type { PurchaseOrders } from './purchase-orders.ts'

const PartParams = Type.Object({
  orderId: Type.String({ maxLength: 64 }),
  supplierId: Type.String({ maxLength: 64, description: 'The id of the company that supplies.' }),
})

const RevisionQuery = Type.Object({
  revision: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_000,
      description:
        'The revision of the purchase order; 0 is as it was ordered. Default: the newest one that has lines.',
    }),
  ),
})

const tags = ['Orders']
const fails = [
  'orders.order_not_found',
  'orders.revision_not_found',
  'invoices.order_not_placed',
  'invoices.purchase_order_empty',
]
const readers =
  'Its readers are the buyers who may read the order, the supplier, and operators. Each revision is written at its first request and does not change.'

export function purchaseOrderRoutes(purchaseOrders: PurchaseOrders): Routes {
  return async (http) => {
    addPdf(http, purchaseOrders)
    addUbl(http, purchaseOrders)
  }
}

function addPdf(http: Http, purchaseOrders: PurchaseOrders): void {
  http.route({
    method: 'GET',
    url: '/api/v1/orders/:orderId/documents/:supplierId.pdf',
    config: {
      access: 'requester:read',
      operatorsToo: true,
      fails: [
        ...fails,
        'invoices.purchase_order_pdf_failed',
        'invoices.purchase_order_pdf_not_ready',
      ],
    },
    schema: {
      operationId: 'getPurchaseOrderPdf',
      summary: 'Download a purchase order as PDF',
      description: `The part of an order that one supplier delivers, in the language of the supplier, with the UBL document attached. ${readers} If \`If-None-Match\` has its ETag, the answer is 304.`,
      tags,
      params: PartParams,
      querystring: RevisionQuery,
      response: pdfAnswers,
    },
    handler: async ({ actor, params, query, headers }, reply) => {
      const isKnown = (sha256: string) => knowsEtag(headers['if-none-match'], etagOf(sha256))
      const pdf = await purchaseOrders.getPdf(actor, { ...params, ...query }, isKnown)
      reply.headers(pdfHeaders(pdf))
      if (!pdf.content) return reply.code(304).send()
      return reply
        .type('application/pdf')
        .header('content-disposition', attachment(pdf.number, 'pdf'))
        .send(pdf.content)
    },
  })
}

function addUbl(http: Http, purchaseOrders: PurchaseOrders): void {
  http.route({
    method: 'GET',
    url: '/api/v1/orders/:orderId/documents/:supplierId.xml',
    config: { access: 'requester:read', operatorsToo: true, fails },
    schema: {
      operationId: 'getPurchaseOrderUbl',
      summary: 'Download a purchase order as UBL',
      description: `The part of an order that one supplier delivers, as UBL 2.1 Order. It follows Peppol BIS Ordering 3 if both companies have an address in the Peppol network, the goods go to one place, and the currency has at most two decimals. ${readers}`,
      tags,
      params: PartParams,
      querystring: RevisionQuery,
      response: ublAnswers,
    },
    handler: async ({ actor, params, query }, reply) => {
      const { number, ubl } = await purchaseOrders.getUbl(actor, { ...params, ...query })
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', attachment(number, 'xml'))
        .send(ubl)
    },
  })
}
