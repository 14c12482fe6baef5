import { accountLayout, alert, facts, formToken, type Html, html, type Viewer } from './layout.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

type Head = {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly ownerId: string
  readonly maxTotal: Money
}

export type ListedStandingOrder = Head & {
  readonly ownerName?: string
  readonly lineCount: number
  readonly nextDate?: string
}

export type ShownStandingOrder = Head & {
  readonly lines: readonly object[]
  readonly poNumber?: string
  readonly costCenter?: string
  readonly nextDates: readonly { readonly date: string; readonly placedOn: string }[]
}

export type StandingOrdersPage = {
  readonly viewer: Viewer
  readonly standingOrders: readonly ListedStandingOrder[]
}

export type StandingOrderPage = {
  readonly viewer: Viewer
  readonly standingOrder: ShownStandingOrder
  /** The viewer owns it, or administers the company. */
  readonly maySteer: boolean
  readonly problem?: string | undefined
}

export function standingOrdersPage(words: AccountWords, page: StandingOrdersPage): string {
  const { t, day, money } = words
  const title = t('standing.title')
  const rowText = (one: ListedStandingOrder) =>
    [
      wordFor(words, `standing.${one.state}`),
      ...(one.nextDate === undefined ? [] : [t('standing.nextOn', { day: day(one.nextDate) })]),
      t('carts.lines', { count: one.lineCount }),
      t('standing.atMost', { amount: money(one.maxTotal) }),
      ...(one.ownerName === undefined ? [] : [one.ownerName]),
    ].join(' · ')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${
  page.standingOrders.length === 0
    ? html`<p class="quiet">${t('home.none')}</p>`
    : html`<ul class="plain">${page.standingOrders.map(
        (one) => html`<li><a href="/account/standing-orders/${one.id}">${one.name}</a>
<span class="small quiet">${rowText(one)}</span></li>`,
      )}</ul>`
}`,
    { viewer: page.viewer, isWide: true },
  )
}

export function standingOrderPage(words: AccountWords, page: StandingOrderPage): string {
  const { t, day, money } = words
  const { viewer, standingOrder, maySteer, problem } = page
  const { name, state, maxTotal, lines, poNumber, costCenter, nextDates } = standingOrder
  return accountLayout(
    words,
    name,
    html`<h1>${name}</h1>
${alert(problem)}
${facts([
  [t('standing.state'), wordFor(words, `standing.${state}`)],
  [t('order.lines'), t('carts.lines', { count: lines.length })],
  [t('standing.maxTotal'), money(maxTotal)],
  [t('order.poNumber'), poNumber],
  [t('order.costCenter'), costCenter],
])}
${nextDates.length > 0 && html`<h2>${t('standing.nextDates')}</h2><ul class="plain">${nextDates.map(({ placedOn }) => html`<li>${day(placedOn)}</li>`)}</ul>`}
${maySteer && state !== 'ENDED' && stepForms(words, viewer, standingOrder)}
<p class="end"><a href="/account/standing-orders">${t('standing.title')}</a></p>`,
    { viewer, isWide: true },
  )
}

function stepForms(
  { t, day }: AccountWords,
  viewer: Viewer,
  { id, state, nextDates }: ShownStandingOrder,
): Html {
  const [next] = nextDates
  const steps = [
    ...(next ? [{ step: 'skip', text: t('standing.skip', { day: day(next.date) }) }] : []),
    state === 'PAUSED'
      ? { step: 'resume', text: t('standing.resume') }
      : { step: 'pause', text: t('standing.pause') },
    { step: 'end', text: t('standing.end') },
  ]
  return html`<h2>${t('carts.steps')}</h2>
<p class="quiet">${t('standing.endAbout')}</p>
<div class="decision">${steps.map(
    ({
      step,
      text,
    }) => html`<form method="post" action="/account/standing-orders/${id}" aria-label="${text}">
${formToken(viewer.formToken)}
${step === 'skip' && html`<input type="hidden" name="date" value="${next?.date ?? ''}">`}
<div class="actions"><button type="submit" name="step" value="${step}">${text}</button></div>
</form>`,
  )}</div>`
}
