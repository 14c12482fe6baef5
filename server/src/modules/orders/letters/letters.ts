import { formatMoney, type Locale } from '#platform/locale'
import { oneLine } from '#platform/mail'
import type { DataOf, EventKind, LoggedEvent } from '#platform/outbox'
import type { Letter, TextArguments } from '#platform/texts'
import { pieces, unitLabel } from '#platform/units'
import { OrderCreated } from '../events.ts'
import {
  OrderCancelled,
  OrderPriceReduced,
  OrderReturned,
  OrderReturnRefused,
  OrderShipped,
} from '../fulfilment/fulfilment-events.ts'
import { writeMail } from '../mails.ts'
import {
  SupplierOrderCancelled,
  SupplierOrderReceived,
  SupplierOrderReturnRequested,
} from '../supplier/supplier-events.ts'

/** The mail for one kind of event, and its audience. */
export type LetterKind = {
  readonly kind: EventKind
  /** The actor that placed the order, or the administrators of the company that owns the event. */
  readonly to: 'placer' | 'administrators'
  /** In the language of its reader. Texts that people wrote become one line, so that no name can forge a mail. */
  letterOf(event: LoggedEvent, link: string, locale: Locale): Letter
}

/** Writes in the language of the reader. */
type Writer = {
  readonly locale: Locale
  write(key: Parameters<typeof writeMail>[1], values?: TextArguments): string
}

const yes = (isTrue: boolean) => (isTrue ? 'yes' : 'no')

/** One mail for each step that somebody would otherwise have to look for. People get no mail about their own clicks. */
export const letterKinds: readonly LetterKind[] = [
  letter(OrderCreated, 'placer', (order, link, { locale, write }) => {
    const waits = order.state === 'PENDING_APPROVAL'
    const values = { order: nameOf(order), amount: formatMoney(locale, order.total) }
    return {
      subject: waits ? write('waits.subject', values) : write('placed.subject', values),
      text: paragraphs(
        waits ? write('waits.text') : write('placed.text'),
        pricedLines(order.lines, (line) => oneLine(line.name), { locale, write }),
        sumsOf(order, { locale, write }),
        link,
      ),
    }
  }),
  letter(OrderShipped, 'placer', (shipment, link, writer) => {
    const { carrier, trackingNumber, trackingUrl } = shipment
    const way = [carrier, trackingNumber, trackingUrl].filter((part) => part !== undefined)
    const part = yes(shipment.state === 'PARTIALLY_SHIPPED')
    return {
      subject: writer.write('shipped.subject', { part, order: nameOf(shipment) }),
      text: paragraphs(
        writer.write('shipped.text'),
        piecesOf(shipment.lines, writer),
        way.length === 0 ? '' : writer.write('shipped.by', { way: way.map(oneLine).join(', ') }),
        link,
      ),
    }
  }),
  letter(OrderCancelled, 'placer', (cancelled, link, writer) => {
    const part = yes(cancelled.state !== 'CANCELLED')
    return {
      subject: writer.write('cancelled.subject', { part, order: nameOf(cancelled) }),
      text: paragraphs(
        writer.write('cancelled.text'),
        piecesOf(cancelled.lines, writer),
        reasonOf(cancelled.reason, writer),
        refundNote(cancelled.credit, writer),
        link,
      ),
    }
  }),
  letter(OrderReturned, 'placer', (returned, link, writer) => {
    const { lines, refused = [] } = returned
    return {
      subject: writer.write('returned.subject', {
        part: yes(lines.length > 0 && refused.length > 0),
        accepted: yes(lines.length > 0),
        order: nameOf(returned),
      }),
      text: paragraphs(
        ...listed('accepted', lines, writer),
        ...listed('refused', refused, writer),
        refundNote(returned.credit, writer),
        link,
      ),
    }
  }),
  letter(OrderReturnRefused, 'placer', (refused, link, writer) => ({
    subject: writer.write('return_refused.subject', { order: nameOf(refused) }),
    text: paragraphs(
      ...listed('refused', refused.lines, writer),
      reasonOf(refused.reason, writer),
      link,
    ),
  })),
  letter(OrderPriceReduced, 'placer', (reduced, link, writer) => ({
    subject: writer.write('reduced.subject', {
      order: nameOf(reduced),
      amount: formatMoney(writer.locale, reduced.amount),
    }),
    text: paragraphs(
      [writer.write('reduced.text'), refundNote(reduced.amount, writer)].join(' ').trim(),
      link,
    ),
  })),
  letter(SupplierOrderReceived, 'administrators', (order, link, { locale, write }) => {
    const amount = formatMoney(locale, order.totals?.total ?? order.subtotal)
    const named = (line: { readonly sku: string; readonly name: string }) =>
      `${oneLine(line.sku)} ${oneLine(line.name)}`
    return {
      subject: write('received.subject', { order: nameOf(order), amount }),
      text: paragraphs(
        write('received.text'),
        pricedLines(order.lines, named, { locale, write }),
        order.totals
          ? sumsOf(order.totals, { locale, write })
          : write('received.subtotal', { amount: formatMoney(locale, order.subtotal) }),
        link,
      ),
    }
  }),
  letter(SupplierOrderCancelled, 'administrators', (cancelled, link, writer) => ({
    subject: writer.write('not_to_ship.subject', { order: nameOf(cancelled) }),
    text: paragraphs(writer.write('not_to_ship.text'), piecesOf(cancelled.lines, writer), link),
  })),
  letter(SupplierOrderReturnRequested, 'administrators', (request, link, writer) => ({
    subject: writer.write('return_requested.subject', { order: nameOf(request) }),
    text: paragraphs(
      writer.write('return_requested.text'),
      listOf(
        request.lines,
        ({ quantity, sku, reason }) =>
          `${quantity} x ${oneLine(sku)}: ${writer.write('return_reason', { reason })}`,
        writer,
      ),
      writer.write('return_requested.decide'),
      link,
    ),
  })),
]

function letter<Kind extends EventKind>(
  kind: Kind,
  to: LetterKind['to'],
  compose: (data: DataOf<Kind>, link: string, writer: Writer) => Letter,
): LetterKind {
  return {
    kind,
    to,
    letterOf: ({ data }, link, locale) =>
      // `emit` has checked the data of events of this kind.
      compose(data as DataOf<Kind>, link, {
        locale,
        write: (key, values) => writeMail(locale, key, values),
      }),
  }
}

/** The parts of a mail, without those that are empty. */
function paragraphs(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type MoneyText = { readonly amount: string; readonly currency: string }

/** An order may have thousands of lines, and people read mails on a phone. */
const linesShown = 20

function listOf<Line>(
  lines: readonly Line[],
  show: (line: Line) => string,
  { write }: Writer,
): string {
  const shown = lines.slice(0, linesShown).map(show)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [write('more', { count: more })] : [])].join('\n')
}

type PricedLine = {
  readonly quantity: number
  readonly unit?: string | undefined
  readonly total: MoneyText
}

function pricedLines<Line extends PricedLine>(
  lines: readonly Line[],
  named: (line: Line) => string,
  writer: Writer,
): string {
  const { locale } = writer
  const show = (line: Line) =>
    `${countOf(line, locale)} ${named(line)}: ${formatMoney(locale, line.total)}`
  return listOf(lines, show, writer)
}

/** `4 x` for pieces, `4 box` for other units. Older events name no unit. */
function countOf(
  { quantity, unit = pieces }: { quantity: number; unit?: string | undefined },
  locale: Locale,
): string {
  const label = unitLabel(unit, locale)
  return `${quantity} ${label === unitLabel(pieces, locale) ? 'x' : label}`
}

type Pieces = readonly { readonly quantity: number; readonly sku: string }[]

function piecesOf(lines: Pieces, writer: Writer): string {
  return listOf(lines, ({ quantity, sku }) => `${quantity} x ${oneLine(sku)}`, writer)
}

function listed(title: 'accepted' | 'refused', lines: Pieces, writer: Writer): string[] {
  return lines.length === 0 ? [] : [writer.write(title), piecesOf(lines, writer)]
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

function reasonOf(reason: string | undefined, { write }: Writer): string {
  return reason === undefined ? '' : write('reason', { reason: oneLine(reason) })
}

/**
 * A debt on net terms is released, and a card payment is refunded. The mail is about an order and does not know which.
 */
function refundNote(credit: MoneyText, { locale, write }: Writer): string {
  if (!/[1-9]/.test(credit.amount)) return ''
  return write('refund', { amount: formatMoney(locale, credit) })
}

type Sums = {
  readonly goods?: MoneyText
  readonly discount?: MoneyText
  readonly shipping?: MoneyText
  readonly tax?: MoneyText
  readonly total: MoneyText
}

/** The parts of the total, so that the mail adds up. Orders older than taxes have only a total. */
function sumsOf(
  { goods, discount, shipping, tax, total }: Sums,
  { locale, write }: Writer,
): string {
  const parts = [
    ['sum.goods', goods],
    ['sum.discount', discount],
    ['sum.shipping', shipping],
    ['sum.tax', tax],
    ['sum.total', total],
  ] as const
  return parts
    .flatMap(([key, sum]) => (sum ? [write(key, { amount: formatMoney(locale, sum) })] : []))
    .join('\n')
}
