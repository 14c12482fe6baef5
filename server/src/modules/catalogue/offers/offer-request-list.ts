import { sql } from '#platform/db'
import { defineList, filter, type ListRequest, newestFirst, ofCompany } from '#platform/lists'
import { partyOf } from './answer-request.ts'
import { toRequest } from './request-store.ts'
import { OfferRequestView, RequestStateName, requestExample, viewRequest } from './schemas.ts'
import type { RequestRow } from './tables.ts'

const shown = {
  tags: ['Offer requests'],
  config: { access: 'orders:read' },
  item: OfferRequestView,
  examples: [requestExample],
  columns: [
    'id',
    'offer.name',
    'companyId',
    'quantity',
    'country',
    'state',
    'createdAt',
    'expiresAt',
  ],
  filters: { state: filter(RequestStateName, (state) => sql`t.state = ${state}`) },
  from: sql`offers.requests t`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
} as const

const show = (rows: readonly RequestRow[]) => rows.map((row) => viewRequest(toRequest(row)))

export const offerRequestList = defineList({
  ...shown,
  operationId: 'listOfferRequests',
  url: '/api/v1/offer-requests',
  summary: 'List offer requests',
  description: 'The requests of your company, newest first.',
  scope: ({ actor }: ListRequest) => ofCompany(actor),
  csv: { operationId: 'downloadOfferRequests', summary: 'Download offer requests as CSV' },
  show,
})

export const offerRequestToAnswerList = defineList({
  ...shown,
  operationId: 'listOfferRequestsToAnswer',
  url: '/api/v1/supplier/offer-requests',
  summary: 'List offer requests that your company answers',
  description:
    'Newest first. Operators see the requests for suppliers that have no company here. A company that supplies nothing gets an empty list.',
  scope: ({ actor }: ListRequest) => {
    const party = partyOf(actor)
    return party === 'everybody'
      ? sql`t.supplier_company_id is null /* across companies: of every company_id that asks */`
      : sql`t.supplier_company_id = ${party.companyId} /* across companies: of every company_id that asks */`
  },
  csv: {
    operationId: 'downloadOfferRequestsToAnswer',
    summary: 'Download offer requests that your company answers as CSV',
  },
  show,
})
