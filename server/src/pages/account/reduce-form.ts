import { quantityField, quantityStep } from './change-form.ts'
import { formToken, type Html, html } from './layout.ts'
import { leftOf, type ShownOrder } from './order-page.ts'
import type { AccountWords } from './words.ts'

export type ReduceForm = {
  readonly approvalId: string
  /** The version and the step that the person reads. */
  readonly contentHash: string
  readonly step: number
  readonly order: ShownOrder
  readonly formToken: string
  /** What the person typed before. */
  readonly typed?: Readonly<Record<string, string>> | undefined
}

/** An approver lowers quantities before the decision. */
export function reduceForm({ t }: AccountWords, form: ReduceForm): Html {
  const { approvalId, contentHash, step, order, typed = {} } = form
  const lines = order.lines.filter((line) => leftOf(line) > 0)
  return html`<h2>${t('approval.reduceTitle')}</h2>
<form method="post" action="/account/approvals/${approvalId}/reduce" aria-label="${t('approval.reduceTitle')}">
${formToken(form.formToken)}
<input type="hidden" name="contentHash" value="${contentHash}">
<input type="hidden" name="step" value="${step}">
<p>${t('approval.reduceHint')}</p>
${lines.map((line) => {
  const field = quantityField(line.lineNumber)
  const left = String(leftOf(line))
  return html`<label class="field" for="${field}">${t('change.quantity', { name: line.name })}</label>
<input id="${field}" name="${field}" type="number" required min="0" max="${left}" step="${quantityStep(line.unit)}" value="${typed[field] ?? left}">`
})}
<label class="field" for="reduceReason">${t('approval.reasonLabel')}</label>
<textarea id="reduceReason" name="reason" required maxlength="1000">${typed.reason ?? ''}</textarea>
<div class="actions"><button type="submit">${t('approval.reduceTitle')}</button></div>
</form>`
}
