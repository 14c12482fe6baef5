import { accountLayout, formToken, type Html, html, type Viewer } from './layout.ts'
import type { AccountWords, Money } from './words.ts'
import { wordFor } from './words.ts'

export type ProblemPage = {
  readonly text: string
  readonly code?: string | undefined
  readonly viewer?: Viewer | undefined
}

export function problemPage(words: AccountWords, { text, code, viewer }: ProblemPage): string {
  const { t } = words
  const title = t('message.problemTitle')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/account">${t('home')}</a></p>
${code !== undefined && html`<p class="end small quiet">${t('message.code')} <code>${code}</code></p>`}`,
    { viewer },
  )
}

export type NotFoundPage = {
  readonly viewer: Viewer
  readonly address: string
  /** The other companies of the person. The record may be there. */
  readonly companies: readonly { readonly id: string; readonly name: string }[]
}

export function notFoundPage(words: AccountWords, page: NotFoundPage): string {
  const { t } = words
  const { viewer, address, companies } = page
  const title = t('message.notFoundTitle')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
<p>${t('message.notFound', { company: viewer.company })}</p>
${companies.length > 0 && html`<p>${t('message.otherCompanies')}</p>`}
${companies.map(
  ({ id, name }) => html`<form method="post" action="/account/company">
${formToken(viewer.formToken)}
<input type="hidden" name="returnTo" value="${address}">
<button type="submit" name="companyId" value="${id}">${name}</button>
</form>`,
)}
<p class="end"><a href="/account">${t('home')}</a></p>`,
    { viewer },
  )
}

export type HomePage = {
  readonly viewer: Viewer
  readonly isAdministrator: boolean
  readonly requests: readonly {
    readonly id: string
    readonly total: Money
    readonly expiresAt: string
  }[]
  readonly orders: readonly {
    readonly id: string
    readonly state: string
    readonly total: Money
    readonly placedAt: string
  }[]
  readonly tickets: readonly {
    readonly id: string
    readonly subject: string
    readonly state: string
  }[]
}

export function homePage(words: AccountWords, page: HomePage): string {
  const { t, money, instant } = words
  const { viewer, isAdministrator, requests, orders, tickets } = page
  const title = t('home.title', { name: viewer.name })
  const links = (rows: readonly Html[]): Html =>
    rows.length === 0
      ? html`<p class="quiet">${t('home.none')}</p>`
      : html`<ul class="plain">${rows.map((row) => html`<li>${row}</li>`)}</ul>`
  return accountLayout(
    words,
    t('home'),
    html`<h1>${title}</h1>
<nav aria-label="${t('home.pages')}"><ul class="plain"><li><a href="/account/carts">${t('carts.title')}</a></li><li><a href="/account/requisitions">${t('requisitions.title')}</a></li><li><a href="/account/standing-orders">${t('standing.title')}</a></li><li><a href="/account/contracts">${t('contracts.title')}</a></li>${isAdministrator && html`<li><a href="/account/approval-rules">${t('rules.title')}</a></li>`}</ul></nav>
<h2>${t('home.toDecide')}</h2>
${links(
  requests.map(
    ({ id, total, expiresAt }) =>
      html`<a href="/account/approvals/${id}">${t('home.requestOf', { amount: money(total), until: instant(expiresAt) })}</a>`,
  ),
)}
<h2>${t('home.orders')}</h2>
${links(
  orders.map(
    ({ id, state, total, placedAt }) =>
      html`<a href="/account/orders/${id}">${money(total)}</a>
<span class="small quiet">${instant(placedAt)} · ${wordFor(words, `state.${state}`)}</span>`,
  ),
)}
<h2>${t('home.tickets')}</h2>
${links(
  tickets.map(
    ({ id, subject, state }) =>
      html`<a href="/account/tickets/${id}">${subject}</a>
<span class="small quiet">${wordFor(words, `ticket.${state}`)}</span>`,
  ),
)}`,
    { viewer, isWide: true },
  )
}
