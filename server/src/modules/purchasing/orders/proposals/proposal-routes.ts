import { Type } from 'typebox'
import { answers, type Http, ok } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { OrderProgressView, viewOrderProgress } from '../fulfilment/fulfilment-schemas.ts'
import { raiseFails } from '../raises/raise-fails.ts'
import { AcceptProposalBody, DecideProposalBody } from './proposal-schemas.ts'

const Id = Type.String({ maxLength: 64 })
const params = Type.Object({ orderId: Id, proposalId: Id })

const fails = [
  'orders.order_not_found',
  'orders.not_the_buyer',
  'orders.proposal_not_found',
  'orders.proposal_already_decided',
  'orders.line_not_proposed',
  'orders.too_many_steps',
] as const

export function proposalRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/proposals/:proposalId/accept',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        ...fails,
        ...raiseFails,
        'orders.raise_awaits_approval',
        'payments.amount_not_supported',
        'payments.provider_not_configured',
        'payments.provider_unavailable',
        'orders.return_url_invalid',
        'orders.supplement_awaited',
      ],
    },
    schema: {
      operationId: 'acceptProposal',
      summary: 'Accept a proposed change',
      description:
        'The buyer accepts what a supplier proposes for its lines: all lines that wait, or those that you name. They become confirmed with their new day. The goods that a line loses are cancelled, and the buyer gets their money back. The open goods of a line with another price become a line of their own: a higher price and another product need budgets, frame contracts, and credit on net terms. If others have to approve what the order costs then, nothing changes yet: `awaitsApproval` says so, and the change binds with the last approval. If an order that is paid by card costs more, nothing changes until the buyer has paid the difference: `awaitedPayments` of the answer says where. If others have to approve that first, accept the lines again once `approvedLines` names them, and pay.',
      params,
      body: AcceptProposalBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.acceptProposal(actor, { ...ids, ...body, idempotency })
      return ok(viewOrderProgress(order, await fulfilment.listAwaitedPayments(actor, ids.orderId)))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/proposals/:proposalId/refuse',
    config: { access: 'orders:write', unitsToo: true, idempotency: 'transactional', fails },
    schema: {
      operationId: 'refuseProposal',
      summary: 'Refuse a proposed change',
      description:
        'The buyer refuses what a supplier proposes for its lines: all lines that wait, or those that you name. They stay as they were, and the supplier accepts or rejects them. Operators can do this for the buyer.',
      params,
      body: DecideProposalBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.refuseProposal(actor, { ...ids, ...body, idempotency })
      return ok(viewOrderProgress(order))
    },
  })
}
