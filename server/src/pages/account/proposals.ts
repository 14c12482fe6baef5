import { formToken, type Html, html } from './layout.ts'
import type { AccountWords, Money } from './words.ts'

type ProposedOrder = {
  readonly id: string
  readonly lines: readonly { readonly lineNumber: number; readonly name: string }[]
}

type Terms = {
  readonly quantity: number
  readonly promisedDate?: string
  readonly unitPrice?: Money
  readonly substitute?: { readonly sku: string; readonly name: string }
}

/** A change that a supplier proposes, as the API answers it. */
export type ShownProposal = {
  readonly id: string
  readonly state: string
  readonly note?: string
  readonly lapsesAt: string
  readonly awaitsApproval?: boolean
  readonly approvedLines?: readonly number[]
  readonly lines: readonly {
    readonly lineNumber: number
    readonly status: string
    readonly state: string
    readonly note?: string
    readonly before: Terms
    readonly after: Terms
  }[]
  /** What the buyer has to pay before lines that it accepts bind. */
  readonly awaitedPayments?: readonly ShownPayment[]
}

/** A payment that a change waits for, as the API answers it. */
export type ShownPayment = {
  readonly lineNumbers: readonly number[]
  readonly amount: Money
  readonly redirectUrl?: string
  readonly expiresAt?: string
}

export type Proposals = {
  /** Those that wait for the buyer. */
  readonly waiting: readonly ShownProposal[]
  readonly mayDecide: boolean
  readonly formToken: string
}

/** What suppliers propose to change, and a form for each line that waits. */
export function proposalForms(
  words: AccountWords,
  order: ProposedOrder,
  { waiting, mayDecide, formToken: token }: Proposals,
): Html {
  const { t, instant } = words
  return html`<h2>${t('proposal.title')}</h2>
${waiting.map((proposal) => {
  const { id, note, lapsesAt, awaitsApproval = false, approvedLines = [] } = proposal
  const lines = proposal.lines.filter(({ state }) => state === 'PROPOSED')
  return html`<p>${t('proposal.until', { time: instant(lapsesAt) })}${note !== undefined && html`<br>${t('proposal.note', { note })}`}${awaitsApproval && html`<br>${t('proposal.awaitsApproval')}`}</p>
<div class="decision">${lines.map((line) => {
    const name = nameOf(order, line.lineNumber)
    const text = html`<p><strong>${name}</strong><br>${changesOf(words, line)}${line.note !== undefined && html`<br>${t('proposal.note', { note: line.note })}`}</p>`
    if (!mayDecide) return text
    const awaited = proposal.awaitedPayments?.find(({ lineNumbers }) =>
      lineNumbers.includes(line.lineNumber),
    )
    const isApproved = approvedLines.includes(line.lineNumber)
    return html`<form method="post" action="/account/orders/${order.id}" aria-label="${t('proposal.decide', { name })}">
${formToken(token)}
<input type="hidden" name="proposalId" value="${id}">
<input type="hidden" name="lineNumbers" value="${line.lineNumber}">
${isApproved && html`<input type="hidden" name="approvedLines" value="${approvedLines.join()}">`}
${text}
${awaited && awaitedPayment(words, awaited)}${!awaited && isApproved && html`<p>${t('proposal.approved')}</p>`}
<div class="actions">${!awaited && !awaitsApproval && html`<button class="primary" type="submit" name="decision" value="accept">${t(isApproved ? 'proposal.pay' : 'proposal.accept')}</button>`}
<button type="submit" name="decision" value="refuse">${t('proposal.refuse')}</button></div>
</form>`
  })}</div>`
})}`
}

export function awaitedPayment(
  { t, instant, money }: AccountWords,
  { amount, redirectUrl, expiresAt = '' }: ShownPayment,
): Html {
  const text = t('proposal.awaitsPayment', { amount: money(amount), time: instant(expiresAt) })
  return html`<p>${text}${redirectUrl !== undefined && html`<br><a class="big" href="${redirectUrl}">${t('proposal.payNow')}</a>`}</p>`
}

function nameOf({ lines }: ProposedOrder, lineNumber: number): string {
  return lines.find((line) => line.lineNumber === lineNumber)?.name ?? String(lineNumber)
}

function changesOf(
  { t, day, list, money }: AccountWords,
  { status, before, after }: ShownProposal['lines'][number],
): string {
  const { promisedDate: earlier } = before
  const { promisedDate: later } = after
  return list([
    ...(status === 'BACKORDERED' ? [t('proposal.backordered')] : []),
    ...(after.substitute ? [t('proposal.substitute', after.substitute)] : []),
    ...(after.quantity === before.quantity
      ? []
      : [t('proposal.quantity', { count: after.quantity, before: before.quantity })]),
    ...(after.unitPrice && before.unitPrice && after.unitPrice.amount !== before.unitPrice.amount
      ? [t('proposal.price', { price: money(after.unitPrice), before: money(before.unitPrice) })]
      : []),
    ...(later === undefined || later === earlier
      ? []
      : [
          earlier === undefined
            ? t('proposal.day', { day: day(later) })
            : t('proposal.moved', { day: day(later), before: day(earlier) }),
        ]),
  ])
}
