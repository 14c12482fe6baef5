import { isDivisible } from '#platform/units'
import { formToken, type Html, html } from './layout.ts'
import type { ShownOrder } from './order-page.ts'
import type { AccountWords } from './words.ts'

/** The quantity of each line has a field of its own: `quantity-1`. */
export const quantityField = (lineNumber: number): string => `quantity-${lineNumber}`

/** Browsers refuse decimals where the unit is counted. */
export const quantityStep = (unit: string): string => (isDivisible(unit) ? '0.001' : '1')

export type ChangeForm = {
  readonly approvalId: string
  readonly order: ShownOrder
  readonly formToken: string
  /** Makes an order that is sent twice one order. */
  readonly key: string
  /** What the person typed before. */
  readonly typed?: Readonly<Record<string, string>> | undefined
}

/** Changes quantities and references of a returned order and submits it again. The rest stays as it was ordered. */
export function changeForm({ t }: AccountWords, form: ChangeForm): Html {
  const { approvalId, order, key, typed = {} } = form
  const text = (name: 'poNumber' | 'costCenter', label: string) =>
    html`<label class="field" for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" maxlength="100" value="${typed[name] ?? order[name] ?? ''}">`
  return html`<h2>${t('change.title')}</h2>
<form method="post" action="/account/approvals/${approvalId}/change" aria-label="${t('change.title')}">
${formToken(form.formToken)}
<input type="hidden" name="key" value="${key}">
<p>${t('change.hint')}</p>
${order.lines.map(({ lineNumber, name, quantity, unit }) => {
  const field = quantityField(lineNumber)
  return html`<label class="field" for="${field}">${t('change.quantity', { name })}</label>
<input id="${field}" name="${field}" type="number" required min="0" max="1000000" step="${quantityStep(unit)}" value="${typed[field] ?? String(quantity)}">`
})}
${text('poNumber', t('order.poNumber'))}
${text('costCenter', t('order.costCenter'))}
<label class="field" for="orderNote">${t('order.note')}</label>
<textarea id="orderNote" name="orderNote" maxlength="1000">${typed.orderNote ?? order.note ?? ''}</textarea>
<div class="actions"><button class="primary" type="submit">${t('change.submit')}</button></div>
</form>`
}
