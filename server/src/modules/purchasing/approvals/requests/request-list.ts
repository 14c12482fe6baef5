import { Type } from 'typebox'
import { sql } from '#platform/db'
import {
  type Condition,
  defineList,
  filter,
  type ListRequest,
  newestFirst,
  ofCompany,
} from '#platform/lists'
import type { Approvals } from '../service.ts'
import type { RequestRow } from '../tables.ts'
import { ApprovalView, viewApproval } from './request-schemas.ts'
import { isToDecide, toRequest } from './request-store.ts'

export const requestList = (approvals: Approvals) =>
  defineList({
    operationId: 'listApprovals',
    url: '/api/v1/approvals',
    summary: 'List approval requests',
    description:
      'Lists the requests that wait for your decision, or that you have made. A request that you have decided leaves the list, also with `updatedAfter`.',
    tags: ['Approvals'],
    config: { access: 'person' },
    item: ApprovalView,
    columns: ['orderNumber', 'state', 'total', 'requestedBy', 'requestedAt', 'expiresAt'],
    filters: {
      mine: filter(
        Type.Enum(['to_decide', 'requested'], {
          default: 'to_decide',
          description:
            'The requests that wait for your decision or that of a person whose deputy you are, or the requests for your own orders.',
        }),
      ),
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'The number or PO number of the order. A part of a number is enough, unless an order has exactly this number. The list has the requests for the newest 500 of these orders.',
        }),
      ),
      orderId: filter(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description:
            'Selects the request for this order, in any state and whatever `mine` says. The person who ordered, those who decide and administrators see it.',
        }),
      ),
    },
    from: sql`approvals.requests t`,
    scope: (request) => listedRequests(approvals, request),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    show: async (rows: readonly RequestRow[], { actor: { companyId } }) =>
      (await approvals.withVotes(companyId, rows.map(toRequest))).map(viewApproval),
  })

type Request = ListRequest<{
  readonly mine?: 'to_decide' | 'requested'
  readonly q?: string
  readonly orderId?: string
}>

async function listedRequests(
  approvals: Approvals,
  { actor, query: { mine, q, orderId } }: Request,
): Promise<Condition> {
  if (orderId !== undefined) {
    const seen = await approvals.listOfOrder(actor, orderId)
    const ids = seen.map(({ request }) => request.id)
    return sql`${ofCompany(actor)} and t.id = any(${ids}::text[])`
  }
  const numbered = q === undefined ? undefined : await approvals.orderIdsOf(actor.companyId, q)
  const ofOrders = numbered ? sql`and t.order_id = any(${numbered}::text[])` : sql``
  return mine === 'requested'
    ? sql`${ofCompany(actor)} and t.requester_id = ${actor.id} ${ofOrders}`
    : sql`${ofCompany(actor)} and ${isToDecide(await approvals.findDecider(actor))} ${ofOrders}`
}
