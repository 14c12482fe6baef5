import { Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { type PayableProposal, ProposalView, viewProposal } from './proposal-schemas.ts'
import type { ProposalPage } from './proposal-store.ts'

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
      listPayable(fulfilment, actor, params.orderId, page),
    ),
    show: (proposals: readonly PayableProposal[]) => proposals.map(viewProposal),
  })

async function listPayable(
  fulfilment: Fulfilment,
  actor: Actor,
  orderId: string,
  page: ProposalPage,
): Promise<PayableProposal[]> {
  const proposals = await fulfilment.listProposals(actor, orderId, page)
  const awaited = await fulfilment.listAwaitedPayments(actor, orderId)
  return proposals.map((proposal) => ({
    ...proposal,
    awaitedPayments: awaited.filter(({ proposalId }) => proposalId === proposal.id),
  }))
}
