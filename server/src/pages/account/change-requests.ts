import { quantityOf } from '#kernel/quantity'
import { type Address, addressLine } from './address-text.ts'
import { formToken, type Html, html } from './layout.ts'
import { awaitedPayment, type ShownPayment } from './proposals.ts'
import type { AccountWords, Money } from './words.ts'

type RequestedOrder = {
  readonly id: string
  readonly state: string
  readonly purchaseOrders: readonly { readonly supplierId: string; readonly number: string }[]
  readonly lines: readonly {
    readonly lineNumber: number
    readonly delivery?: number
    readonly supplierId?: string
    readonly name: string
    readonly quantity: number
    readonly shippedQuantity: number
    readonly cancelledQuantity: number
    readonly proposalId?: string
    readonly changeRequestId?: string
  }[]
}

/** A change that the buyer requests, as the API answers it. */
export type ShownChangeRequest = {
  readonly id: string
  readonly state: string
  readonly reason: string
  readonly lapsesAt: string
  readonly awaitsApproval?: boolean
  /** The supplier has accepted it. It counts once the buyer has paid this. */
  readonly awaitsPayment?: Money
  readonly awaitedPayments?: readonly ShownPayment[]
  readonly lines: readonly {
    readonly lineNumber: number
    readonly quantityBefore: number
    readonly quantityAfter: number
    readonly promisedDate?: string
    readonly requestedDate?: string
    readonly shipTo?: Address
  }[]
}

/** An address of the address book, as the API answers it. */
export type ShownAddress = {
  readonly id: string
  readonly label: string
  readonly address: Address
}

export type ChangeRequests = {
  readonly open: readonly ShownChangeRequest[]
  /** The buyer withdraws a request, and the supplier accepts or refuses it. */
  readonly as: 'buyer' | 'supplier'
  readonly mayDecide: boolean
  readonly formToken: string
  /** To which the buyer may request its goods. */
  readonly addresses: readonly ShownAddress[]
}

/** The open requests of the buyer, each with a form for the reader of the page. */
export function changeRequestForms(
  words: AccountWords,
  order: RequestedOrder,
  { open, as, mayDecide, formToken: token }: ChangeRequests,
): Html {
  const { t } = words
  const isBuyer = as === 'buyer'
  const path = `/account/${isBuyer ? 'orders' : 'supplied-orders'}/${order.id}/changes`
  return html`<h2>${t(isBuyer ? 'request.title' : 'request.titleToDecide')}</h2>
${open.map((request) => {
  const { awaitsApproval = false, awaitsPayment, awaitedPayments: [payment] = [] } = request
  const isAgreed = awaitsApproval || awaitsPayment !== undefined
  const text = html`<p>${waitsFor(words, request, as)}<br>${t('request.reason', { reason: request.reason })}${awaitsApproval && html`<br>${t(isBuyer ? 'request.awaitsApproval' : 'request.awaitsBuyer')}`}</p>
<ul>${request.lines.map((line) => html`<li><strong>${nameOf(order, line.lineNumber)}</strong>: ${changesOf(words, line)}</li>`)}</ul>`
  if (!mayDecide) return text
  return html`<form method="post" action="${path}" aria-label="${t('request.form')}">
${formToken(token)}
<input type="hidden" name="changeRequestId" value="${request.id}">
${text}
${payment && awaitedPayment(words, payment)}
<div class="actions">${
    isBuyer
      ? html`${awaitsPayment && !payment && html`<button class="primary" type="submit" name="decision" value="pay">${t('proposal.payNow')}</button>`}
<button type="submit" name="decision" value="withdraw">${t('request.withdraw')}</button>`
      : html`${!isAgreed && html`<button class="primary" type="submit" name="decision" value="accept">${t('proposal.accept')}</button>`}
<button type="submit" name="decision" value="refuse">${t('proposal.refuse')}</button>`
  }</div>
</form>`
})}`
}

/** Whom the request waits for, and until when. */
function waitsFor(
  { t, instant, money }: AccountWords,
  { lapsesAt, awaitsPayment }: ShownChangeRequest,
  as: ChangeRequests['as'],
): string {
  const time = instant(lapsesAt)
  const isBuyer = as === 'buyer'
  if (awaitsPayment) {
    const values = { amount: money(awaitsPayment), time }
    return t(isBuyer ? 'request.awaitsPayment' : 'request.awaitsPayer', values)
  }
  return t(isBuyer ? 'request.waits' : 'request.until', { time })
}

const openStates: ReadonlySet<string> = new Set(['PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED'])

/** A form for a change of one line. Nothing, if no line can change. */
export function newChangeRequestForm(
  { t }: AccountWords,
  order: RequestedOrder,
  requests: ChangeRequests,
): Html | false {
  const open = linesToChange(order, requests)
  if (open.length === 0) return false
  const { id } = order
  const { formToken: token } = requests
  return html`<h2>${t('request.new')}</h2>
<form method="post" action="/account/orders/${id}/request" aria-label="${t('request.new')}">
${formToken(token)}
<p>${t('request.hint')}</p>
<label class="field" for="lineNumber">${t('request.line')}</label>
<select id="lineNumber" name="lineNumber">${open.map(
    ({ lineNumber, name }) => html`<option value="${lineNumber}">${lineNumber}. ${name}</option>`,
  )}</select>
<label class="field" for="quantity">${t('request.quantity')}</label>
<input id="quantity" name="quantity" type="number" min="0" max="1000000" step="0.001">
<label class="field" for="requestedDate">${t('request.day')}</label>
<input id="requestedDate" name="requestedDate" type="date">
<label class="field" for="reason">${t('request.why')}</label>
<textarea id="reason" name="reason" required maxlength="1000"></textarea>
<div class="actions"><button type="submit">${t('request.send')}</button></div>
</form>`
}

/** A form for another address of what has not left of a parcel. Nothing, if there is no such parcel or no address. */
export function newAddressForm(
  { t, list }: AccountWords,
  order: RequestedOrder,
  requests: ChangeRequests,
): Html | false {
  const { formToken: token, addresses } = requests
  const unshipped = linesToChange(order, requests).filter(
    ({ shippedQuantity }) => shippedQuantity === 0,
  )
  if (unshipped.length === 0 || addresses.length === 0) return false
  const parcels = Map.groupBy(unshipped, ({ supplierId, delivery = 1 }) =>
    [supplierId, delivery].join(),
  )
  return html`<h2>${t('request.newAddress')}</h2>
<form method="post" action="/account/orders/${order.id}/address" aria-label="${t('request.newAddress')}">
${formToken(token)}
<p>${t('request.addressHint')}</p>
<label class="field" for="lineNumbers">${t('request.parcel')}</label>
<select id="lineNumbers" name="lineNumbers">${[...parcels.values()].map(
    (lines) =>
      html`<option value="${lines.map(({ lineNumber }) => lineNumber).join()}">${numberOf(order, lines)}: ${list(lines.map(({ name }) => name))}</option>`,
  )}</select>
<label class="field" for="addressId">${t('request.address')}</label>
<select id="addressId" name="addressId">${addresses.map(
    ({ id, label, address }) =>
      html`<option value="${id}">${label}: ${addressLine(address)}</option>`,
  )}</select>
<label class="field" for="addressReason">${t('request.why')}</label>
<textarea id="addressReason" name="reason" required maxlength="1000"></textarea>
<div class="actions"><button type="submit">${t('request.send')}</button></div>
</form>`
}

/** The lines for which the reader of the page may request a change. */
function linesToChange(order: RequestedOrder, { as, mayDecide }: ChangeRequests) {
  return as === 'buyer' && mayDecide ? changeableLines(order) : []
}

/** The lines of which something has not left, and about which both sides do not talk already. */
export function changeableLines({ state, lines }: RequestedOrder): RequestedOrder['lines'] {
  if (!openStates.has(state)) return []
  return lines.filter(
    (line) =>
      quantityOf(line.quantity) >
        quantityOf(line.shippedQuantity) + quantityOf(line.cancelledQuantity) &&
      line.proposalId === undefined &&
      line.changeRequestId === undefined,
  )
}

/** The number of the purchase order that has these lines. */
function numberOf({ purchaseOrders }: RequestedOrder, lines: RequestedOrder['lines']): string {
  return purchaseOrders.find(({ supplierId }) => supplierId === lines[0]?.supplierId)?.number ?? ''
}

function nameOf({ lines }: RequestedOrder, lineNumber: number): string {
  return lines.find((line) => line.lineNumber === lineNumber)?.name ?? String(lineNumber)
}

function changesOf(
  { t, day, list }: AccountWords,
  line: ShownChangeRequest['lines'][number],
): string {
  const { quantityBefore, quantityAfter, promisedDate, requestedDate, shipTo } = line
  return list([
    ...(quantityAfter === 0 ? [t('request.cancelled')] : []),
    ...(quantityAfter === 0 || quantityAfter === quantityBefore
      ? []
      : [t('proposal.quantity', { count: quantityAfter, before: quantityBefore })]),
    ...(requestedDate === undefined || requestedDate === promisedDate
      ? []
      : [
          promisedDate === undefined
            ? t('proposal.day', { day: day(requestedDate) })
            : t('proposal.moved', { day: day(requestedDate), before: day(promisedDate) }),
        ]),
    ...(shipTo ? [t('request.toAddress', { address: addressLine(shipTo) })] : []),
  ])
}
