import { type Address, addressText } from './address-text.ts'
import { facts, type Html, html } from './layout.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

type Named = { readonly id: string; readonly name: string }
type Value = {
  readonly text?: string
  readonly quantity?: number
  readonly amount?: Money
}

/** What an approver needs to know of a request, as the API answers it. */
export type ShownContext = {
  readonly requester: { readonly name?: string; readonly unit?: Named }
  readonly order: {
    readonly poNumber?: string
    readonly costCenter?: string
    readonly note?: string
    readonly shipTo: Address
    readonly suppliers: readonly Named[]
    readonly totals?: {
      readonly taxBreakdown: readonly {
        readonly category: string
        readonly rate: string
        readonly taxable: Money
        readonly amount: Money
        readonly reasonCode?: string
      }[]
    }
  }
  readonly budgets?: readonly {
    readonly id: string
    readonly name: string
    readonly limit: Money
    readonly before: Money
    readonly after: Money
    readonly exceeded: boolean
  }[]
  readonly differences?: readonly {
    readonly field: string
    readonly name?: string
    readonly before?: Value
    readonly after?: Value
  }[]
  readonly alsoWaiting?: readonly {
    readonly id: string
    readonly orderNumber: string
    readonly total: Money
    readonly requestedAt: string
  }[]
}

/** Who ordered what, from whom, to where, and how it is taxed. */
export function contextFacts(words: AccountWords, { requester, order }: ShownContext): Html {
  const { t, money, list } = words
  const taxes = order.totals?.taxBreakdown.map(({ category, rate, taxable, amount, reasonCode }) =>
    t('approval.taxOf', {
      category: wordFor(words, `tax.${category}`),
      rate,
      taxable: money(taxable),
      amount: money(amount),
      reason: reasonCode ?? 'none',
    }),
  )
  return facts([
    [t('approval.requester'), requester.name],
    [t('approval.unit'), requester.unit?.name],
    [t('order.poNumber'), order.poNumber],
    [t('order.costCenter'), order.costCenter],
    [t('approval.suppliers'), list(order.suppliers.map(({ name }) => name))],
    [t('order.shipTo'), addressText(order.shipTo)],
    [t('order.note'), order.note],
    [t('order.tax'), taxes?.join('\n')],
  ])
}

/** The changes since the returned version come first: an approver reads them before the whole order. */
export function differencesOf(words: AccountWords, { differences }: ShownContext): Html | false {
  const { t } = words
  if (!differences) return false
  return html`<h2>${t('approval.differences')}</h2>
${
  differences.length === 0
    ? html`<p>${t('approval.noDifference')}</p>`
    : html`<ul class="plain">${differences.map(
        ({ field, name, before, after }) =>
          html`<li>${name !== undefined && html`<b>${name}</b>, `}${wordFor(words, `difference.${field}`)}: ${t(
            'approval.changed',
            { before: valueText(words, before), after: valueText(words, after) },
          )}</li>`,
      )}</ul>`
}`
}

function valueText({ t, money, quantity }: AccountWords, value: Value | undefined): string {
  if (value?.amount) return money(value.amount)
  if (value?.quantity !== undefined) return quantity(value.quantity)
  return value?.text ?? t('approval.nothing')
}

export function budgetsOf({ t, money }: AccountWords, { budgets }: ShownContext): Html | undefined {
  return (
    budgets &&
    html`<h2 id="budgets">${t('approval.budgets')}</h2>
<table aria-labelledby="budgets">
<thead><tr><th scope="col">${t('approval.budget')}</th><th scope="col" class="amount">${t('approval.before')}</th><th scope="col" class="amount">${t('approval.after')}</th><th scope="col" class="amount">${t('approval.limit')}</th></tr></thead>
<tbody>${budgets.map(
      ({ name, before, after, limit, exceeded }) =>
        html`<tr><td>${name}${exceeded && html`<span class="small"><b>${t('approval.exceeded')}</b></span>`}</td><td class="amount">${money(before)}</td><td class="amount">${money(after)}</td><td class="amount">${money(limit)}</td></tr>`,
    )}</tbody>
</table>`
  )
}

export function alsoWaitingOf(
  { t, money, instant }: AccountWords,
  { alsoWaiting }: ShownContext,
): Html | undefined {
  return (
    alsoWaiting &&
    html`<h2>${t('approval.alsoWaiting')}</h2>
<ul class="plain">${alsoWaiting.map(
      ({ id, orderNumber, total, requestedAt }) =>
        html`<li><a href="/account/approvals/${id}">${t('order.title', { number: orderNumber })}</a>, ${money(total)} <span class="small quiet">${instant(requestedAt)}</span></li>`,
    )}</ul>`
  )
}
