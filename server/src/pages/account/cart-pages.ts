import { accountLayout, alert, facts, formToken, type Html, html, type Viewer } from './layout.ts'
import { lineDistinction, type ShownDistinction } from './line-distinction.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

/** A cart in a list, as the API answers it. */
export type ListedCart = {
  readonly id: string
  readonly name: string | null
  readonly active: boolean
  readonly ownerId: string
  readonly right: 'OWN' | 'EDIT' | 'READ'
  readonly snapshotVersion: number
  readonly lineCount: number
  readonly changedAt: string
}

export type ShownCart = {
  readonly items: readonly (ShownDistinction & {
    readonly product: { readonly name: string; readonly sku: string }
    readonly quantity: number
    readonly unit: string | null
    readonly unitPrice: Money | null
    readonly lineTotal: Money | null
  })[]
  readonly totals: { readonly goods: Money }
  readonly problems: readonly { readonly message: string }[]
}

export type CartsPage = {
  readonly viewer: Viewer
  readonly carts: readonly ListedCart[]
  /** The names of members by their ids. */
  readonly names: ReadonlyMap<string, string>
}

export type CartPage = {
  readonly viewer: Viewer
  readonly listed: ListedCart
  readonly cart: ShownCart
  /** Empty unless the cart is the viewer's own. */
  readonly shares: readonly { readonly memberId: string; readonly right: 'EDIT' | 'READ' }[]
  readonly names: ReadonlyMap<string, string>
  readonly problem?: string | undefined
}

export function cartsPage(words: AccountWords, { viewer, carts, names }: CartsPage): string {
  const { t } = words
  const title = t('carts.title')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${
  carts.length === 0
    ? html`<p class="quiet">${t('home.none')}</p>`
    : html`<ul class="plain">${carts.map(
        (cart) => html`<li><a href="/account/carts/${cart.id}">${nameOf(words, cart)}</a>
<span class="small quiet">${rowText(words, cart, names)}</span></li>`,
      )}</ul>`
}`,
    { viewer, isWide: true },
  )
}

function rowText(words: AccountWords, cart: ListedCart, names: CartsPage['names']): string {
  const { t, instant } = words
  return [
    t('carts.lines', { count: cart.lineCount }),
    instant(cart.changedAt),
    ...(cart.active ? [t('carts.active')] : []),
    ...(cart.right === 'OWN' ? [] : [ownerText(words, cart, names)]),
  ].join(' · ')
}

export function cartPage(words: AccountWords, page: CartPage): string {
  const { t, instant } = words
  const { viewer, listed, cart, names, problem } = page
  const title = nameOf(words, listed)
  const isOwn = listed.right === 'OWN'
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${alert(problem)}
${facts([
  [t('carts.state'), listed.active ? t('carts.active') : undefined],
  [t('carts.owner'), isOwn ? undefined : ownerText(words, listed, names)],
  [t('carts.changedAt'), instant(listed.changedAt)],
])}
${lines(words, cart)}
${cart.problems.length > 0 && html`<h2>${t('carts.problems')}</h2><ul>${cart.problems.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
${isOwn && ownerForms(words, page)}
<p class="end"><a href="/account/carts">${t('carts.title')}</a></p>`,
    { viewer, isWide: true },
  )
}

function lines(words: AccountWords, { items, totals }: ShownCart): Html {
  const { t, money, quantity: count } = words
  if (items.length === 0) return html`<p class="quiet">${t('carts.empty')}</p>`
  const amount = (value: Money | null) => (value === null ? '' : money(value))
  return html`<h2 id="lines">${t('order.lines')}</h2>
<table aria-labelledby="lines">
<thead><tr><th scope="col">${t('order.product')}</th><th scope="col" class="amount">${t('order.quantity')}</th><th scope="col" class="amount wide-only">${t('order.unitPrice')}</th><th scope="col" class="amount">${t('order.lineTotal')}</th></tr></thead>
<tbody>${items.map(
    ({ product, quantity, unit, unitPrice, lineTotal, ...line }) =>
      html`<tr><td>${product.name}<span class="small quiet">${product.sku}</span>${lineDistinction(words, line)}</td><td class="amount">${count(quantity, unit ?? undefined)}</td><td class="amount wide-only">${amount(unitPrice)}</td><td class="amount">${amount(lineTotal)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row" colspan="2">${t('carts.goods')}</th><td class="wide-only"></td><td class="amount">${money(totals.goods)}</td></tr></tfoot>
</table>`
}

function ownerForms(words: AccountWords, page: CartPage): Html {
  const { t } = words
  const { viewer, listed, shares, names } = page
  const address = `/account/carts/${listed.id}`
  const colleagues = [...names].filter(([id]) => id !== listed.ownerId)
  const people = (id: string) => html`<label class="field" for="${id}">${t('carts.member')}</label>
<select id="${id}" name="memberId" required><option value="">${t('carts.choose')}</option>${colleagues.map(([memberId, name]) => html`<option value="${memberId}">${name}</option>`)}</select>`
  return html`${shares.length > 0 && html`<h2>${t('carts.sharedWith')}</h2><ul class="plain">${shares.map((share) => shareRow(words, page, share))}</ul>`}
<h2>${t('carts.steps')}</h2>
<div class="decision">
<form method="post" action="${address}" aria-label="${t('carts.share')}">
${formToken(viewer.formToken)}
<h3>${t('carts.share')}</h3>
${people('share-with')}
<label class="field" for="right">${t('carts.right')}</label>
<select id="right" name="right"><option value="READ">${t('carts.right.READ')}</option><option value="EDIT">${t('carts.right.EDIT')}</option></select>
<div class="actions"><button type="submit" name="step" value="share">${t('carts.share')}</button></div>
</form>
${
  !listed.active &&
  html`<form method="post" action="${address}" aria-label="${t('carts.handOver')}">
${formToken(viewer.formToken)}
<input type="hidden" name="version" value="${listed.snapshotVersion}">
<h3>${t('carts.handOver')}</h3>
<p class="quiet">${t('carts.handOverAbout')}</p>
${people('hand-over-to')}
<div class="actions"><button type="submit" name="step" value="handOver">${t('carts.handOver')}</button></div>
</form>
<form method="post" action="${address}" aria-label="${t('carts.activate')}">
${formToken(viewer.formToken)}
<h3>${t('carts.activate')}</h3>
<p class="quiet">${t('carts.activateAbout')}</p>
<div class="actions"><button type="submit" name="step" value="activate">${t('carts.activate')}</button></div>
</form>`
}
</div>`
}

function shareRow(
  words: AccountWords,
  { viewer, listed, names }: CartPage,
  { memberId, right }: CartPage['shares'][number],
): Html {
  const { t } = words
  const name = names.get(memberId) ?? memberId
  return html`<li><form method="post" action="/account/carts/${listed.id}">
${formToken(viewer.formToken)}
<input type="hidden" name="memberId" value="${memberId}">
<span>${name} · ${wordFor(words, `carts.right.${right}`)}</span>
<button class="link" type="submit" name="step" value="endShare" aria-label="${t('carts.endShareOf', { name })}">${t('carts.endShare')}</button>
</form></li>`
}

function nameOf({ t }: AccountWords, { name }: ListedCart): string {
  return name ?? t('carts.unnamed')
}

function ownerText(words: AccountWords, cart: ListedCart, names: CartsPage['names']): string {
  const name = names.get(cart.ownerId) ?? cart.ownerId
  return words.t('carts.sharedBy', { name, right: wordFor(words, `carts.right.${cart.right}`) })
}
