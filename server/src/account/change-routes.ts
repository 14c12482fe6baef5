import { Type } from 'typebox'
import { numberOf, parseQuantity } from '#kernel/quantity'
import {
  quantityField,
  type ShownAllocation,
  type ShownApproval,
  type ShownOrder,
} from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { refusal, showApproval } from './decision-routes.ts'
import { idIn } from './record-routes.ts'
import { pageFormConfig } from './route-config.ts'
import { forMember } from './show-problem.ts'
import { assertOwnForm, type Visit } from './visit.ts'

/** A field for each line, so the names are not fixed. */
const ChangeForm = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 1_000 }), {
  maxProperties: 510,
})

type Form = Readonly<Record<string, string>>

/** Submits a changed order in the place of a returned one. The API decides about everything, as for any order. */
export function addChangeRoute(pages: Http, deps: AccountDeps): void {
  pages.post(
    '/account/approvals/:approvalId/change',
    pageFormConfig(ChangeForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        const form: Form = request.body
        assertOwnForm(visit, form.formToken ?? '')
        const id = idIn(request)
        const { orderId } = await visit.get<ShownApproval>(`/api/v1/approvals/${id}`)
        const order = await visit.get<ShownOrder>(`/api/v1/orders/${orderId}`)
        const lines = changedLines(order, form)
        if (lines === undefined || lines.length === 0) {
          const problem = visit.words.t(lines ? 'problem.noLines' : 'problem.quantity')
          return showApproval(visit, reply, id, { problem, status: 422, changed: form })
        }
        try {
          const placed = (await visit.post('/api/v1/orders', await bodyOf(visit, order, id, form), {
            ...(form.key !== undefined && { key: form.key }),
          })) as Placed
          const { redirectUrl } = placed.payment ?? {}
          if (redirectUrl !== undefined) {
            return await showApproval(visit, reply, id, { payAt: redirectUrl })
          }
          return await reply.redirect(`/account/orders/${placed.order?.id ?? orderId}`, 303)
        } catch (error) {
          const { message: problem, status } = refusal(error)
          return showApproval(visit, reply, id, { problem, status, changed: form })
        }
      }),
  )
}

type Placed = {
  readonly order?: { readonly id: string }
  readonly payment?: { readonly redirectUrl?: string }
}

type ChangedLine = { readonly line: ShownOrder['lines'][number]; readonly quantity: number }

/** Without the removed lines. Undefined: a quantity is no number, or has more than three decimals. */
function changedLines({ lines }: ShownOrder, form: Form): readonly ChangedLine[] | undefined {
  const changed: ChangedLine[] = []
  for (const line of lines) {
    const quantity = parseQuantity(form[quantityField(line.lineNumber)] ?? '')
    if (quantity === undefined) return undefined
    if (quantity > 0n) changed.push({ line, quantity: numberOf(quantity) })
  }
  return changed
}

/** The currency, the addresses, the shipping methods, the date and the payment method stay those of the returned order. */
async function bodyOf(visit: Visit, order: ShownOrder, revises: string, form: Form) {
  const { shipTo, billTo, shipping = [], deliveries, paymentId, total } = order
  const lines = changedLines(order, form) ?? []
  const suppliers = new Set(lines.map(({ line }) => line.supplierId))
  const shippingMethods = shipping
    .filter(({ supplierId }) => suppliers.has(supplierId))
    .map(({ supplierId, shippingMethodId }) => ({ supplierId, shippingMethodId }))
  const requestedDate = deliveries?.[0]?.requestedDate
  const { method } =
    paymentId === undefined
      ? { method: 'invoice' }
      : await visit.get<{ method: string }>(`/api/v1/payments/${paymentId}`)
  return {
    lines: lines.map(({ line, quantity }) => ({
      productId: line.productId,
      quantity,
      ...referencesOf(line),
    })),
    ...(total && { currency: total.currency }),
    shipTo,
    ...(billTo && { billTo }),
    ...(shippingMethods.length > 0 && { shippingMethods }),
    ...(requestedDate !== undefined && { requestedDate }),
    ...presentField('poNumber', form.poNumber),
    ...presentField('costCenter', form.costCenter),
    ...presentField('note', form.orderNote),
    revises,
    payment: { method },
  }
}

/** What the line says besides its goods, as a request says it. */
function referencesOf({ costCenter, poNumber, glAccount, project, ...line }: ChangedLine['line']) {
  const { requestedDate, allocations } = line
  return {
    ...(costCenter !== undefined && { costCenter }),
    ...(poNumber !== undefined && { poNumber }),
    ...(glAccount !== undefined && { glAccount }),
    ...(project !== undefined && { project }),
    ...(requestedDate !== undefined && { requestedDate }),
    ...(allocations && { allocations: allocations.map(requestedPart) }),
  }
}

/** Orders show the amount of each allocation, however the buyer divided the line. */
function requestedPart({ amount, tax: _, ...part }: ShownAllocation) {
  const isByAmount = part.percent === undefined && part.quantity === undefined
  return { ...part, ...(isByAmount && { amount }) }
}

function presentField(name: string, text = ''): object {
  return text.trim() === '' ? {} : { [name]: text.trim() }
}
