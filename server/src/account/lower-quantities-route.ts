import { Type } from 'typebox'
import { numberOf, parseQuantity } from '#kernel/quantity'
import { leftOf, quantityField, type ShownApproval, type ShownOrder } from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { refusal, showApproval } from './decision-routes.ts'
import { idIn } from './record-routes.ts'
import { pageFormConfig } from './route-config.ts'
import { forMember } from './show-problem.ts'
import { assertOwnForm } from './visit.ts'

/** A field for each line, so the names are not fixed. */
const ReduceForm = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 1_000 }), {
  maxProperties: 510,
})

/** An approver lowers quantities of an order that waits. The API decides whether the rule allows it. */
export function addLowerQuantitiesRoute(pages: Http, deps: AccountDeps): void {
  pages.post(
    '/account/approvals/:approvalId/reduce',
    pageFormConfig(ReduceForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        const form: Readonly<Record<string, string>> = request.body
        const { formToken = '', contentHash = '', step = '', reason = '' } = form
        assertOwnForm(visit, formToken)
        const id = idIn(request)
        const refuse = (problem: string, status: number) =>
          showApproval(visit, reply, id, { problem, status, reduced: form })
        if (reason.trim() === '') return refuse(visit.words.t('problem.reduceReason'), 422)
        const { orderId } = await visit.get<ShownApproval>(`/api/v1/approvals/${id}`)
        const order = await visit.get<ShownOrder>(`/api/v1/orders/${orderId}`)
        const lines = reducedLines(order, form)
        if (!lines) return refuse(visit.words.t('problem.quantity'), 422)
        if (lines.length === 0) return refuse(visit.words.t('problem.nothingLower'), 422)
        try {
          const body = { contentHash, step: Number(step), lines, reason }
          await visit.post(`/api/v1/approvals/${id}/reduce`, body)
          return await reply.redirect(`/account/approvals/${id}?done=reduced`, 303)
        } catch (error) {
          const { message: problem, status } = refusal(error)
          return refuse(problem, status)
        }
      }),
  )
}

/** The lines with another quantity. Undefined: a quantity is no number, or has more than three decimals. */
function reducedLines({ lines }: ShownOrder, form: Readonly<Record<string, string>>) {
  const reduced: { readonly lineNumber: number; readonly quantity: number }[] = []
  for (const line of lines.filter((one) => leftOf(one) > 0)) {
    const { lineNumber } = line
    const typed = parseQuantity(form[quantityField(lineNumber)] ?? '')
    if (typed === undefined) return undefined
    const quantity = numberOf(typed)
    if (quantity !== leftOf(line)) reduced.push({ lineNumber, quantity })
  }
  return reduced
}
