import { Type } from 'typebox'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { withAwaitedPayments } from '../supplements/awaited-payments.ts'
import { type PayableProposal, ProposalView, viewProposal } from './proposal-schemas.ts'

type Request = ListRequest & { readonly params: { readonly orderId: string } }

export const proposalList = (fulfilment: Fulfilment) =>
  defineList({
    operationId: 'listProposals',
    url: '/api/v1/orders/:orderId/proposals',
    summary: 'List proposed changes of an order',
    description:
      'What suppliers propose to change, newest first. A supplier reads its own proposals, and the buyer those of all suppliers.',
    tags: ['Orders'],
    config: { access: 'orders:read', unitsToo: true, fails: ['orders.order_not_found'] },
    params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
    item: ProposalView,
    columns: ['id', 'supplierId', 'state', 'proposedAt', 'lapsesAt', 'decidedAt'],
    filters: {},
    sorts: readNewest(async ({ actor, params: { orderId } }: Request, page) => {
      const found = await fulfilment.listProposals(actor, orderId, page)
      return withAwaitedPayments(fulfilment, actor, orderId, 'proposalId', found)
    }),
    show: (proposals: readonly PayableProposal[]) => proposals.map(viewProposal),
  })
