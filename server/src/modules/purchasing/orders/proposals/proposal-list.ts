import { Type } from 'typebox'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import type { Proposal } from './proposal.ts'
import { ProposalView, viewProposal } from './proposal-schemas.ts'

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
    sorts: readNewest(({ actor, params }: Request, page) =>
      fulfilment.listProposals(actor, params.orderId, page),
    ),
    show: (proposals: readonly Proposal[]) => proposals.map(viewProposal),
  })
