import { Decimal } from 'decimal.js'
import { accountLayout, facts, type Html, html, type Viewer } from './layout.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

export type ShownContract = {
  readonly id: string
  readonly reference: string
  readonly state: string
  readonly supplier: { readonly id: string; readonly name: string }
  /** Lists have it. */
  readonly buyerName?: string
  readonly validFrom: string
  readonly validUntil?: string
}

type ShownQuota = {
  readonly id: string
  readonly coveredId: string
  readonly coveredName?: string
  /** Absent: the amounts are quantities. */
  readonly currency?: string
  /** The unit in which a quota of a category counts. Absent: it limits a product or an amount. */
  readonly unit?: string
  readonly committed?: string
  readonly maximum?: string
  readonly policy: string
  readonly held: string
  readonly calledOff: string
  readonly left?: string
}

export type ShownQuotas = {
  readonly buyerName?: string
  readonly quotas: readonly ShownQuota[]
}

export type CallOff = {
  readonly orderId: string
  readonly orderNumber: string
  readonly quotaId: string
  readonly quantity: number
  readonly value: Money
  readonly calledOffAt: string
}

type Side = {
  readonly viewer: Viewer
  /** The company of the viewer. */
  readonly companyId: string
  /** The address of the page with older records. */
  readonly older?: string | undefined
}

export type ContractsPage = Side & { readonly contracts: readonly ShownContract[] }

export type ContractPage = Side & {
  readonly contract: ShownContract
  readonly quotas: ShownQuotas
  readonly callOffs: readonly CallOff[]
}

export function contractsPage(words: AccountWords, page: ContractsPage): string {
  const { t } = words
  const { viewer, companyId, contracts, older } = page
  const title = t('contracts.title')
  const rowText = (one: ShownContract) =>
    [
      one.supplier.id === companyId ? one.buyerName : one.supplier.name,
      wordFor(words, `contract.${one.state}`),
      validity(words, one),
    ]
      .filter((text) => text !== undefined)
      .join(' · ')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${
  contracts.length === 0
    ? html`<p class="quiet">${t('home.none')}</p>`
    : html`<ul class="plain">${contracts.map(
        (one) => html`<li><a href="/account/contracts/${one.id}">${one.reference}</a>
<span class="small quiet">${rowText(one)}</span></li>`,
      )}</ul>`
}
${older !== undefined && html`<p><a class="big" href="${older}">${t('contracts.older')}</a></p>`}`,
    { viewer, isWide: true },
  )
}

export function contractPage(words: AccountWords, page: ContractPage): string {
  const { t } = words
  const { viewer, companyId, contract, quotas } = page
  const isSupplier = contract.supplier.id === companyId
  const title = t('contracts.one', { reference: contract.reference })
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${facts([
  isSupplier
    ? [t('contracts.buyer'), quotas.buyerName]
    : [t('contracts.supplier'), contract.supplier.name],
  [t('contracts.state'), wordFor(words, `contract.${contract.state}`)],
  [t('contracts.validity'), validity(words, contract)],
])}
<h2>${t('contracts.quotas')}</h2>
${quotas.quotas.length === 0 ? html`<p class="quiet">${t('contracts.noQuotas')}</p>` : quotas.quotas.map((quota) => quotaFacts(words, quota))}
<h2 id="call-offs">${t('contracts.callOffs')}</h2>
${page.callOffs.length === 0 ? html`<p class="quiet">${t('home.none')}</p>` : callOffTable(words, page, isSupplier)}
${page.older !== undefined && html`<p><a class="big" href="${page.older}">${t('contracts.olderCallOffs')}</a></p>`}
<p class="end"><a href="/account/contracts">${t('contracts.title')}</a></p>`,
    { viewer, isWide: true },
  )
}

function validity({ t, instant }: AccountWords, { validFrom, validUntil }: ShownContract): string {
  const from = instant(validFrom)
  return validUntil === undefined
    ? t('contracts.from', { from })
    : t('contracts.between', { from, until: instant(validUntil) })
}

function quotaFacts(words: AccountWords, quota: ShownQuota): Html {
  const { t } = words
  const { coveredId, coveredName = coveredId, committed, maximum, left, policy, held } = quota
  const amount = (text: string | undefined) =>
    text === undefined ? undefined : amountText(words, quota, text)
  const isHeld = !new Decimal(held).isZero()
  return html`<h3>${coveredName}</h3>
${maximum !== undefined && meter(words, quota, maximum)}
${facts([
  [t('contracts.calledOff'), amount(quota.calledOff)],
  [t('contracts.held'), isHeld ? amount(held) : undefined],
  [t('contracts.committed'), amount(committed)],
  [t('contracts.maximum'), amount(maximum)],
  [t('contracts.left'), amount(left)],
])}
${maximum !== undefined && html`<p class="small quiet">${wordFor(words, `contracts.${policy}`)}</p>`}`
}

/** How much of the maximum is called off or held. */
function meter({ t }: AccountWords, { held, calledOff }: ShownQuota, maximum: string): Html {
  const used = new Decimal(held).plus(calledOff).dividedBy(maximum).times(100)
  const percent = used.floor().toNumber()
  const text = t('contracts.used', { percent })
  return html`<span class="small">${text}</span><meter min="0" max="100" high="80" value="${String(Math.min(percent, 100))}" aria-label="${text}"></meter>`
}

function callOffTable(words: AccountWords, page: ContractPage, isSupplier: boolean): Html {
  const { t } = words
  const orders = isSupplier ? 'supplied-orders' : 'orders'
  const covered = new Map(
    page.quotas.quotas.map(({ id, coveredId, coveredName }) => [id, coveredName ?? coveredId]),
  )
  return html`<table aria-labelledby="call-offs">
<thead><tr><th scope="col">${t('contracts.order')}</th><th scope="col" class="amount">${t('order.quantity')}</th><th scope="col" class="amount">${t('contracts.value')}</th></tr></thead>
<tbody>${page.callOffs.map(
    ({ orderId, orderNumber, quotaId, quantity, value, calledOffAt }) => html`<tr>
<td><a href="/account/${orders}/${orderId}">${orderNumber}</a><span class="small quiet">${covered.get(quotaId)}</span><span class="small quiet">${words.instant(calledOffAt)}</span></td>
<td class="amount">${words.quantity(quantity)}</td><td class="amount">${words.money(value)}</td>
</tr>`,
  )}</tbody>
</table>`
}

function amountText(words: AccountWords, { currency, unit }: ShownQuota, amount: string): string {
  if (currency !== undefined) return words.money({ amount, currency })
  return words.quantity(Number(amount), unit)
}
