import { accountLayout, alert, facts, formToken, type Html, html, type Viewer } from './layout.ts'
import { lineDistinction, type ShownDistinction } from './line-distinction.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

type Head = {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly state: string
  readonly changedAt: string
}

export type ListedRequisition = Head & {
  readonly requesterName?: string
  readonly lineCount: number
}

export type ShownRequisition = Head & {
  readonly requesterId: string
  readonly neededBy?: string
  readonly note?: string
  readonly lines: readonly (ShownDistinction & {
    readonly state: string
    readonly productName?: string
    readonly productId?: string
    readonly what?: string
    readonly quantity: number
    readonly unit?: string
    readonly estimate?: Money
    readonly note?: string
    readonly attachments: readonly { readonly id: string; readonly name: string }[]
    readonly orderId?: string
    readonly orderNumber?: string
  })[]
  readonly history: readonly {
    readonly state: string
    readonly by?: string
    readonly comment?: string
    readonly at: string
  }[]
}

export type RequisitionsPage = {
  readonly viewer: Viewer
  readonly requisitions: readonly ListedRequisition[]
  /** The address of the page with older ones. */
  readonly older?: string | undefined
}

export type RequisitionPage = {
  readonly viewer: Viewer
  readonly requisition: ShownRequisition
  /** The names of members by their ids. */
  readonly names: ReadonlyMap<string, string>
  readonly isOwn: boolean
  readonly problem?: string | undefined
}

export function requisitionsPage(words: AccountWords, page: RequisitionsPage): string {
  const { t, instant } = words
  const title = t('requisitions.title')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${
  page.requisitions.length === 0
    ? html`<p class="quiet">${t('home.none')}</p>`
    : html`<ul class="plain">${page.requisitions.map(
        (one) => html`<li><a href="/account/requisitions/${one.id}">${one.number} ${one.title}</a>
<span class="small quiet">${[
          wordFor(words, `requisition.${one.state}`),
          t('carts.lines', { count: one.lineCount }),
          one.requesterName ?? '',
          instant(one.changedAt),
        ]
          .filter(Boolean)
          .join(' · ')}</span></li>`,
      )}</ul>`
}
${page.older !== undefined && html`<p><a class="big" href="${page.older}">${t('requisitions.older')}</a></p>`}`,
    { viewer: page.viewer, isWide: true },
  )
}

export function requisitionPage(words: AccountWords, page: RequisitionPage): string {
  const { t, day } = words
  const { viewer, requisition, names, isOwn, problem } = page
  const { number, title: name, state, neededBy, note, requesterId } = requisition
  const title = `${number} ${name}`
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${alert(problem)}
${facts([
  [t('requisitions.state'), wordFor(words, `requisition.${state}`)],
  [t('requisitions.requester'), names.get(requesterId)],
  [t('requisitions.neededBy'), neededBy === undefined ? undefined : day(neededBy)],
  [t('order.note'), note],
])}
${lineTable(words, requisition)}
${isOwn && stepForms(words, viewer, requisition)}
${history(words, requisition, names)}
<p class="end"><a href="/account/requisitions">${t('requisitions.title')}</a></p>`,
    { viewer, isWide: true },
  )
}

function lineTable(words: AccountWords, { id, lines }: ShownRequisition): Html {
  const { t } = words
  if (lines.length === 0) return html`<p class="quiet">${t('requisitions.noLines')}</p>`
  return html`<h2 id="lines">${t('order.lines')}</h2>
<table aria-labelledby="lines">
<thead><tr><th scope="col">${t('requisitions.what')}</th><th scope="col" class="amount">${t('order.quantity')}</th><th scope="col" class="amount wide-only">${t('requisitions.estimate')}</th></tr></thead>
<tbody>${lines.map((line) => lineRow(words, id, line))}</tbody>
</table>`
}

function lineRow(words: AccountWords, id: string, line: ShownRequisition['lines'][number]): Html {
  const { attachments, what, productName, productId, note, quantity, estimate, state } = line
  const { orderId, orderNumber } = line
  return html`<tr>
<td>${what ?? productName ?? productId}${note !== undefined && html`<span class="small quiet">${note}</span>`}${lineDistinction(words, line)}${attachments.map((file) => html`<a class="small" href="/account/requisitions/${id}/attachments/${file.id}">${file.name}</a>`)}
<span class="small">${wordFor(words, `requisition.line.${state}`)}${orderId !== undefined && html` · <a href="/account/orders/${orderId}">${orderNumber}</a>`}</span></td>
<td class="amount">${words.quantity(quantity, line.unit)}</td><td class="amount wide-only">${estimate && words.money(estimate)}</td>
</tr>`
}

function stepForms({ t }: AccountWords, viewer: Viewer, { id, state }: ShownRequisition) {
  const steps = [
    ...(state === 'DRAFT' || state === 'RETURNED' ? (['submit'] as const) : []),
    ...(['SUBMITTED', 'IN_SOURCING', 'RETURNED'].includes(state) ? (['withdraw'] as const) : []),
  ]
  return (
    steps.length > 0 &&
    html`<h2>${t('carts.steps')}</h2>
<div class="decision">${steps.map(
      (
        step,
      ) => html`<form method="post" action="/account/requisitions/${id}" aria-label="${t(`requisitions.${step}`)}">
${formToken(viewer.formToken)}
<label class="field" for="${step}-comment">${t('requisitions.comment')}</label>
<textarea id="${step}-comment" name="comment" maxlength="2000"></textarea>
<div class="actions"><button${step === 'submit' && html` class="primary"`} type="submit" name="step" value="${step}">${t(`requisitions.${step}`)}</button></div>
</form>`,
    )}</div>`
  )
}

function history(
  words: AccountWords,
  { history: entries }: ShownRequisition,
  names: RequisitionPage['names'],
): Html {
  const { t, instant } = words
  return html`<h2>${t('requisitions.history')}</h2>
<ul class="plain">${entries.map(
    ({ state, by, comment, at }) =>
      html`<li>${wordFor(words, `requisition.${state}`)}
<span class="small quiet">${[instant(at), by === undefined ? '' : (names.get(by) ?? '')].filter(Boolean).join(' · ')}</span>
${comment !== undefined && html`<p class="text">${comment}</p>`}</li>`,
  )}</ul>`
}
