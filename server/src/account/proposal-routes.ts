import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { LineNumbers, numbersIn } from './line-numbers.ts'
import { idIn, showOrder } from './record-routes.ts'
import { pageFormConfig } from './route-config.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm } from './visit.ts'

const ProposalForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  proposalId: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', maxLength: 64 }),
  lineNumbers: LineNumbers,
  approvedLines: Type.Optional(LineNumbers),
  decision: Type.Enum(['accept', 'refuse']),
})

/** The buyer decides on one line of a proposal. It pays together what others have approved together. A second decision is refused by the API, so the form may be sent twice. */
export function addProposalRoute(pages: Http, deps: AccountDeps): void {
  pages.post('/account/orders/:orderId', pageFormConfig(ProposalForm), async (request, reply) =>
    forMember(deps, request, reply, async (visit): Promise<FastifyReply> => {
      const { formToken, proposalId, decision, approvedLines } = request.body
      assertOwnForm(visit, formToken)
      const id = idIn(request)
      const isPaid = decision === 'accept' && approvedLines !== undefined
      const lineNumbers = numbersIn(isPaid ? approvedLines : request.body.lineNumbers)
      const path = `/api/v1/orders/${id}/proposals/${proposalId}/${decision}`
      return takeStep(reply, () => visit.post(path, { lineNumbers }), {
        next: `/account/orders/${id}`,
        showAgain: (refused) => showOrder(visit, reply, id, 'buyer', refused),
      })
    }),
  )
}
