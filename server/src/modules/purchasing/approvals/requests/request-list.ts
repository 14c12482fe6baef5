import { Type } from 'typebox'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import type { Approvals } from '../service.ts'
import type { RequestWithVotes } from './request.ts'
import { ApprovalView, viewApproval } from './request-schemas.ts'

export const requestList = (approvals: Approvals) =>
  defineList({
    operationId: 'listApprovals',
    url: '/api/v1/approvals',
    summary: 'List approval requests',
    description: 'Lists the requests that wait for your decision, or that you have made.',
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
            'The number or PO number of the order. A part of a number finds if no order has exactly this number. It finds the requests for the newest 500 of these orders.',
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
    sorts: { newest: { read: (request: Request, cut) => readNewest(approvals, request, cut) } },
    show: (requests: readonly RequestWithVotes[]) => requests.map(viewApproval),
  })

type Request = ListRequest<{
  readonly mine: 'to_decide' | 'requested'
  readonly q?: string
  readonly orderId?: string
}>

async function readNewest(approvals: Approvals, { actor, query }: Request, { after, limit }: Cut) {
  const { mine, q, orderId } = query
  const before = after && String(after[0])
  const requests =
    orderId === undefined
      ? await approvals.list(actor, mine, { q, before, limit })
      : await approvals.listOfOrder(actor, orderId)
  return placed(requests, ({ request }) => [request.id])
}
