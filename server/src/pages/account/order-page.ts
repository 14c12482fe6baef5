import { numberOf, quantityOf } from '#kernel/quantity'
import { type Address, addressText } from './address-text.ts'
import {
  type ChangeRequests,
  changeRequestForms,
  newAddressForm,
  newChangeRequestForm,
} from './change-requests.ts'
import { accountLayout, alert, facts, type Html, html, type Viewer } from './layout.ts'
import { lineDistinction, type ShownDistinction } from './line-distinction.ts'
import { type Proposals, proposalForms } from './proposals.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

type Line = ShownDistinction & {
  readonly lineNumber: number
  readonly delivery?: number
  readonly productId: string
  readonly supplierId?: string
  readonly costCenter?: string
  readonly poNumber?: string
  readonly glAccount?: string
  readonly project?: string
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly unit: string
  readonly basisPrice: Money
  readonly perQuantity: number
  readonly lineTotal: Money
  readonly promisedDate?: string
  readonly waitingQuantity?: number
  readonly proposalId?: string
  readonly changeRequestId?: string
  readonly negotiatedPrice?: { readonly note: string }
  readonly shippedQuantity: number
  readonly deliveredQuantity: number
  readonly cancelledQuantity: number
  readonly returnedQuantity: number
}

type Piece = { readonly lineNumber: number; readonly quantity: number }
type Totals = Readonly<Record<'goods' | 'discount' | 'shipping' | 'tax' | 'total', Money>>

/** An order as the API answers it, to the buying company or to a supplier. */
export type ShownOrder = {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly paymentState: string
  readonly placedAt: string
  readonly heldSince?: string
  readonly poNumber?: string
  readonly costCenter?: string
  readonly note?: string
  /** The total for the buyer. */
  readonly total?: Money
  /** The value of the lines for a supplier. */
  readonly subtotal?: Money
  readonly totals?: Totals
  readonly buyer?: { readonly name?: string }
  readonly shipTo: Address
  readonly billTo?: Address
  readonly deliveries?: readonly {
    readonly number: number
    readonly shipTo: Address
    readonly requestedDate?: string
  }[]
  readonly shipping?: readonly { readonly supplierId: string; readonly shippingMethodId: string }[]
  readonly paymentId?: string
  readonly lines: readonly Line[]
  readonly purchaseOrders: readonly {
    readonly supplierId: string
    readonly number: string
    readonly state: string
  }[]
  readonly shipments: readonly {
    readonly id: string
    readonly carrier?: string
    readonly trackingNumber?: string
    readonly trackingUrl?: string
    readonly shippedAt: string
    readonly deliveredAt?: string
    readonly lines: readonly Piece[]
  }[]
  readonly returns: readonly {
    readonly id: string
    readonly number: string
    readonly state: string
    readonly requestedAt: string
    readonly decisionNote?: string
    readonly lines: readonly Piece[]
  }[]
  readonly credits?: readonly {
    readonly id: string
    readonly state: string
    readonly amount: Money
  }[]
  readonly timeline?: readonly {
    readonly version: number
    readonly kind: string
    readonly happenedAt: string
  }[]
}

export type NegotiatedPrice = {
  readonly lineId: string
  readonly what?: string
  readonly sourcing: {
    readonly price: Money
    readonly note?: string
    readonly attachments: readonly { readonly id: string; readonly name: string }[]
  }
}

export type OrderPage = {
  readonly viewer: Viewer
  readonly order: ShownOrder
  readonly invoices: readonly {
    readonly id: string
    readonly number: string
    /** The language of the original. */
    readonly language: string
    readonly total: Money
  }[]
  /** The request to approve the order, if the person may read it. */
  readonly approvalId?: string | undefined
  /** Those that a buyer agreed by hand. Suppliers see none. */
  readonly negotiatedPrices: readonly NegotiatedPrice[]
  readonly proposals: Proposals
  readonly changeRequests: ChangeRequests
  readonly problem?: string | undefined
}

export function orderPage(words: AccountWords, page: OrderPage): string {
  const { viewer, order, invoices, approvalId, proposals, changeRequests, problem } = page
  const { t, instant } = words
  const title = t('order.title', { number: order.number })
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${alert(problem)}
${facts([
  [t('order.state'), stateOf(words, order)],
  [t('order.payment'), wordFor(words, `payment.${order.paymentState}`)],
  [t('order.placedAt'), instant(order.placedAt)],
  [t('order.buyer'), order.buyer?.name],
  [t('order.poNumber'), order.poNumber],
  [t('order.costCenter'), order.costCenter],
  [t('order.shipTo'), addressesText(words, order)],
  [t('order.note'), order.note],
])}
${approvalId !== undefined && html`<p><a class="big" href="/account/approvals/${approvalId}">${t('order.approval')}</a></p>`}
${proposals.waiting.length > 0 && proposalForms(words, order, proposals)}
${changeRequests.open.length > 0 && changeRequestForms(words, order, changeRequests)}
${orderLines(words, order)}
${newChangeRequestForm(words, order, changeRequests)}
${newAddressForm(words, order, changeRequests)}
${page.negotiatedPrices.length > 0 && negotiatedPriceList(words, order, page.negotiatedPrices)}
${order.state !== 'PENDING_APPROVAL' && order.state !== 'REJECTED' && documents(words, order)}
${order.shipments.length > 0 && shipments(words, order)}
${order.returns.length > 0 && returns(words, order)}
${(order.credits ?? []).length > 0 && credits(words, order)}
${invoices.length > 0 && invoiceList(words, invoices)}
${(order.timeline ?? []).length > 0 && timeline(words, order)}`,
    { viewer, isWide: true },
  )
}

function negotiatedPriceList(
  { t, money }: AccountWords,
  { id }: ShownOrder,
  prices: readonly NegotiatedPrice[],
): Html {
  return html`<h2>${t('order.negotiatedPrices')}</h2>
<ul class="plain">${prices.map(
    ({ what, sourcing: { price, note, attachments } }) =>
      html`<li>${what}: ${money(price)}${note !== undefined && html`<br>${note}`}${attachments.map(
        (file) =>
          html`<br><a href="/account/orders/${id}/negotiated-prices/${file.id}">${file.name}</a>`,
      )}</li>`,
  )}</ul>`
}

/** One document for each supplier. */
function documents({ t }: AccountWords, { id, purchaseOrders }: ShownOrder): Html | false {
  return (
    purchaseOrders.length > 0 &&
    html`<h2>${t('order.documents')}</h2>
<ul class="plain">${purchaseOrders.map(
      ({ supplierId, number }) =>
        html`<li><a href="/account/orders/${id}/documents/${supplierId}">${t('order.invoicePdf', { number })}</a></li>`,
    )}</ul>`
  )
}

/** What of a line is not cancelled. */
export const leftOf = ({
  quantity,
  cancelledQuantity,
}: Pick<Line, 'quantity' | 'cancelledQuantity'>): number =>
  numberOf(quantityOf(quantity) - quantityOf(cancelledQuantity))

function stateOf(words: AccountWords, { state, heldSince }: ShownOrder): string {
  const text = wordFor(words, `state.${state}`)
  if (heldSince === undefined) return text
  return `${text}\n${words.t('order.held', { time: words.instant(heldSince) })}`
}

/** All addresses to which lines go. */
function addressesText({ t }: AccountWords, { shipTo, deliveries = [], lines }: ShownOrder) {
  const used = deliveries.filter(({ number }) =>
    lines.some(({ delivery = 1 }) => delivery === number),
  )
  if (used.length < 2) return addressText(used[0]?.shipTo ?? shipTo)
  return used
    .map((one) => `${t('order.delivery', { number: one.number })}\n${addressText(one.shipTo)}`)
    .join('\n')
}

/** The lines with their prices, and the totals below them. */
export function orderLines(words: AccountWords, order: ShownOrder): Html {
  const { t } = words
  const isSplit = new Set(order.lines.map(({ delivery = 1 }) => delivery)).size > 1
  return html`<h2 id="lines">${t('order.lines')}</h2>
<table aria-labelledby="lines">
<thead><tr><th scope="col">${t('order.product')}</th><th scope="col" class="amount">${t('order.quantity')}</th><th scope="col" class="amount wide-only">${t('order.unitPrice')}</th><th scope="col" class="amount">${t('order.lineTotal')}</th></tr></thead>
<tbody>${order.lines.map((line) => lineRow(words, line, isSplit))}</tbody>
<tfoot>${totalRows(words, order)}</tfoot>
</table>`
}

function lineRow(words: AccountWords, line: Line, isSplit: boolean): Html {
  const { t, money, day } = words
  const price =
    line.perQuantity === 1
      ? money(line.basisPrice)
      : t('order.perQuantity', { price: money(line.basisPrice), count: line.perQuantity })
  const progress = t('order.progress', {
    shipped: line.shippedQuantity,
    delivered: line.deliveredQuantity,
    cancelled: line.cancelledQuantity,
    returned: line.returnedQuantity,
  }).trim()
  return html`<tr><td>${line.name}<span class="small quiet">${line.sku}</span><span class="small quiet narrow">${price}</span>${line.negotiatedPrice !== undefined && html`<span class="small quiet">${t('order.negotiated', { note: line.negotiatedPrice.note })}</span>`}${isSplit && html`<span class="small quiet">${t('order.delivery', { number: line.delivery ?? 1 })}</span>`}${lineDistinction(words, line)}${line.promisedDate !== undefined && html`<span class="small quiet">${t('order.promised', { day: day(line.promisedDate) })}</span>`}${line.waitingQuantity !== undefined && html`<span class="small quiet">${t('order.waiting', { count: line.waitingQuantity })}</span>`}${line.proposalId !== undefined && html`<span class="small quiet">${t('order.proposed')}</span>`}${line.changeRequestId !== undefined && html`<span class="small quiet">${t('order.requested')}</span>`}${progress !== '' && html`<span class="small quiet">${progress}</span>`}</td>
<td class="amount">${words.quantity(line.quantity, line.unit)}</td><td class="amount wide-only">${price}</td><td class="amount">${money(line.lineTotal)}</td></tr>`
}

function totalRows(words: AccountWords, { totals, total, subtotal }: ShownOrder): readonly Html[] {
  const { t, money } = words
  const row = (name: string, value: Money) =>
    html`<tr><th scope="row" colspan="2">${name}</th><td class="wide-only"></td><td class="amount">${money(value)}</td></tr>`
  if (!totals) {
    const sum = total ?? subtotal
    return sum ? [row(t('order.total'), sum)] : []
  }
  const isSome = ({ amount }: Money) => /[1-9]/.test(amount)
  return [
    row(t('order.goods'), totals.goods),
    ...(isSome(totals.discount) ? [row(t('order.discount'), totals.discount)] : []),
    row(t('order.shipping'), totals.shipping),
    row(t('order.tax'), totals.tax),
    row(t('order.total'), totals.total),
  ]
}

function pieces(words: AccountWords, order: ShownOrder, some: readonly Piece[]): Html {
  const byNumber = new Map(order.lines.map((line) => [line.lineNumber, line]))
  return html`${some.map(({ lineNumber, quantity }) => {
    const { name = String(lineNumber), unit } = byNumber.get(lineNumber) ?? {}
    return html`<br>${words.t('order.pieces', { quantity: words.quantity(quantity, unit), name })}`
  })}`
}

function shipments(words: AccountWords, order: ShownOrder): Html {
  const { t, instant } = words
  return html`<h2>${t('order.shipments')}</h2>
<ul class="plain">${order.shipments.map(
    (
      each,
    ) => html`<li>${t('order.shipped', { time: instant(each.shippedAt) })}${each.deliveredAt !== undefined && html`<br>${t('order.delivered', { time: instant(each.deliveredAt) })}`}${each.carrier !== undefined && html`<br>${each.carrier}`}${tracking(words, each)}
${pieces(words, order, each.lines)}</li>`,
  )}</ul>`
}

function tracking({ t }: AccountWords, each: ShownOrder['shipments'][number]): Html | false {
  const { trackingUrl, trackingNumber } = each
  if (trackingUrl !== undefined && /^https?:\/\//.test(trackingUrl)) {
    return html`<br><a href="${trackingUrl}" rel="noreferrer noopener">${t('order.tracking', { number: trackingNumber ?? '' })}</a>`
  }
  return trackingNumber !== undefined && html`<br>${trackingNumber}`
}

function returns(words: AccountWords, order: ShownOrder): Html {
  return html`<h2>${words.t('order.returns')}</h2>
<ul class="plain">${order.returns.map(
    (each) =>
      html`<li><strong>${each.number}</strong> ${wordFor(words, `return.${each.state}`)}, ${words.instant(each.requestedAt)}${pieces(words, order, each.lines)}${each.decisionNote !== undefined && html`<br>${each.decisionNote}`}</li>`,
  )}</ul>`
}

function credits(words: AccountWords, { credits: some = [] }: ShownOrder): Html {
  return html`<h2>${words.t('order.credits')}</h2>
<ul class="plain">${some.map(({ amount, state }) => html`<li>${words.money(amount)}, ${wordFor(words, `credit.${state}`)}</li>`)}</ul>`
}

function invoiceList(
  { t, money, language: own }: AccountWords,
  invoices: OrderPage['invoices'],
): Html {
  return html`<h2>${t('order.invoices')}</h2>
<ul class="plain">${invoices.map(
    ({ id, number, language, total }) =>
      html`<li><a href="/account/invoices/${id}">${t('order.invoicePdf', { number })}</a>${
        language !== own &&
        html` <a href="/account/invoices/${id}?locale=${own}">${t('order.invoiceTranslation')}</a>`
      } <span class="small quiet">${money(total)}</span></li>`,
  )}</ul>`
}

function timeline(words: AccountWords, { timeline: entries = [] }: ShownOrder): Html {
  return html`<h2>${words.t('order.timeline')}</h2>
<ul class="plain">${entries.map(
    ({ kind, happenedAt }) =>
      html`<li><span class="small quiet">${words.instant(happenedAt)}</span> ${wordFor(words, `event.${kind}`)}</li>`,
  )}</ul>`
}
