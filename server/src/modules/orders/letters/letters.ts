import { oneLine } from '#platform/mail'
import type { DataOf, EventKind, LoggedEvent } from '#platform/outbox'
import { pieces, unitLabel } from '#platform/units'
import { OrderCreated } from '../events.ts'
import {
  OrderCancelled,
  OrderPriceReduced,
  OrderReturned,
  OrderReturnRefused,
  OrderShipped,
} from '../fulfilment/fulfilment-events.ts'
import {
  SupplierOrderCancelled,
  SupplierOrderReceived,
  SupplierOrderReturnRequested,
} from '../supplier/supplier-events.ts'

export type Letter = { readonly subject: string; readonly text: string }

/** The mail for one kind of event, and its audience. */
export type LetterKind = {
  readonly kind: EventKind
  /** The actor that placed the order, or the administrators of the company that owns the event. */
  readonly to: 'placer' | 'administrators'
  /** In plain words. Texts that people wrote become one line, so that no name can forge a mail. */
  letterOf(event: LoggedEvent, link: string): Letter
}

/** One mail for each step that somebody would otherwise have to look for. People get no mail about their own clicks. */
export const letterKinds: readonly LetterKind[] = [
  letter(OrderCreated, 'placer', (order, link) => {
    const waits = order.state === 'PENDING_APPROVAL'
    const what = `${nameOf(order)} of ${amountOf(order.total)}`
    return {
      subject: waits ? `Your order ${what} waits for approval` : `Your order ${what} is placed`,
      text: `${waits ? 'Your order needs an approval. Its goods are reserved until then.' : 'Thank you for your order. Its suppliers have it.'}

${listOf(order.lines, (line) => `${countOf(line)} ${oneLine(line.name)}: ${amountOf(line.total)}`)}

${sumsOf(order)}

${link}
`,
    }
  }),
  letter(OrderShipped, 'placer', (shipment, link) => {
    const isPart = shipment.state === 'PARTIALLY_SHIPPED'
    const { carrier, trackingNumber, trackingUrl } = shipment
    const way = [carrier, trackingNumber, trackingUrl].filter((part) => part !== undefined)
    return {
      subject: `${isPart ? 'A part of your' : 'Your'} order ${nameOf(shipment)} is shipped`,
      text: `Shipped:

${piecesOf(shipment.lines)}
${way.length === 0 ? '' : `\nBy: ${way.map(oneLine).join(', ')}\n`}
${link}
`,
    }
  }),
  letter(OrderCancelled, 'placer', (cancelled, link) => {
    const isWhole = cancelled.state === 'CANCELLED'
    return {
      subject: `${isWhole ? 'Your' : 'A part of your'} order ${nameOf(cancelled)} is cancelled`,
      text: `These pieces are cancelled:

${piecesOf(cancelled.lines)}
${reasonOf(cancelled.reason)}
${refundNote(cancelled.credit)}
${link}
`,
    }
  }),
  letter(OrderReturned, 'placer', (returned, link) => {
    const { lines, refused = [] } = returned
    const isPart = lines.length > 0 && refused.length > 0
    return {
      subject: `${isPart ? 'A part of your' : 'Your'} return of order ${nameOf(returned)} is ${lines.length > 0 ? 'accepted' : 'refused'}`,
      text: `${listed('Accepted:', lines)}${listed('Refused:', refused)}${refundNote(returned.credit)}
${link}
`,
    }
  }),
  letter(OrderReturnRefused, 'placer', (refused, link) => ({
    subject: `Your return of order ${nameOf(refused)} is refused`,
    text: `${listed('Refused:', refused.lines)}The reason: ${oneLine(refused.reason)}

${link}
`,
  })),
  letter(OrderPriceReduced, 'placer', (reduced, link) => ({
    subject: `Your order ${nameOf(reduced)} costs ${amountOf(reduced.amount)} less`,
    text: `The price of your order was reduced. ${refundNote(reduced.amount)}
${link}
`,
  })),
  letter(SupplierOrderReceived, 'administrators', (order, link) => ({
    subject: `New order ${nameOf(order)} of ${amountOf(order.totals?.total ?? order.subtotal)}`,
    text: `Confirm and ship these lines:

${listOf(order.lines, (line) => `${countOf(line)} ${oneLine(line.sku)} ${oneLine(line.name)}: ${amountOf(line.total)}`)}

${order.totals ? sumsOf(order.totals) : `Your lines without tax: ${amountOf(order.subtotal)}`}

${link}
`,
  })),
  letter(SupplierOrderCancelled, 'administrators', (cancelled, link) => ({
    subject: `Do not ship: pieces of order ${nameOf(cancelled)} are cancelled`,
    text: `Cancelled before they were shipped:

${piecesOf(cancelled.lines)}

${link}
`,
  })),
  letter(SupplierOrderReturnRequested, 'administrators', (request, link) => ({
    subject: `Return requested: order ${nameOf(request)}`,
    text: `The buyer wants to return these pieces, or a refund for missing ones:

${listOf(request.lines, ({ quantity, sku, reason }) => `${quantity} x ${oneLine(sku)}: ${reason}`)}

Accept or refuse it:

${link}
`,
  })),
]

function letter<Kind extends EventKind>(
  kind: Kind,
  to: LetterKind['to'],
  write: (data: DataOf<Kind>, link: string) => Letter,
): LetterKind {
  // `emit` has checked the data of events of this kind.
  return { kind, to, letterOf: ({ data }, link) => write(data as DataOf<Kind>, link) }
}

type MoneyText = { readonly amount: string; readonly currency: string }

/** An order may have thousands of lines, and people read mails on a phone. */
const linesShown = 20

function listOf<Line>(lines: readonly Line[], say: (line: Line) => string): string {
  const shown = lines.slice(0, linesShown).map(say)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** `4 x` for pieces, `4 box` for other units. Older events name no unit. */
function countOf({ quantity, unit = pieces }: { quantity: number; unit?: string }): string {
  const label = unitLabel(unit)
  return `${quantity} ${label === unitLabel(pieces) ? 'x' : label}`
}

function piecesOf(lines: readonly { readonly quantity: number; readonly sku: string }[]): string {
  return listOf(lines, ({ quantity, sku }) => `${quantity} x ${oneLine(sku)}`)
}

function listed(
  title: string,
  lines: readonly { readonly quantity: number; readonly sku: string }[],
): string {
  return lines.length === 0 ? '' : `${title}\n\n${piecesOf(lines)}\n\n`
}

/** The name that people use for the order: their own PO number if there is one. */
function nameOf({
  orderId,
  poNumber,
}: {
  readonly orderId: string
  readonly poNumber?: string | undefined
}): string {
  return poNumber === undefined ? orderId : oneLine(poNumber)
}

function amountOf({ amount, currency }: MoneyText): string {
  return `${amount} ${currency}`
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined ? '' : `\nThe reason: ${oneLine(reason)}\n`
}

/**
 * A debt on net terms is released, and a card payment is refunded. The mail is about an order and does not know which.
 */
function refundNote(credit: MoneyText): string {
  if (!/[1-9]/.test(credit.amount)) return ''
  return `You pay ${amountOf(credit)} less. If you have paid it already, it is refunded.\n`
}

type Sums = {
  readonly goods?: MoneyText
  readonly discount?: MoneyText
  readonly shipping?: MoneyText
  readonly tax?: MoneyText
  readonly total: MoneyText
}

/** The parts of the total, so that the mail adds up. Orders older than taxes have only a total. */
function sumsOf({ goods, discount, shipping, tax, total }: Sums): string {
  const parts = [
    ['Goods', goods],
    ['Discount', discount],
    ['Shipping', shipping],
    ['Tax', tax],
    ['In all', total],
  ] as const
  return parts.flatMap(([name, sum]) => (sum ? `${name}: ${amountOf(sum)}` : [])).join('\n')
}
