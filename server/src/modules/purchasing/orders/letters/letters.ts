import { formatDate, formatMoney, type Locale } from '#platform/locale'
import { oneLine } from '#platform/mail'
import type { DataOf, EventKind, LoggedEvent } from '#platform/outbox'
import { type Letter, type LetterPart, textOfParts } from '#platform/texts'
import { ApprovalReduced } from '../approval/approval-events.ts'
import {
  OrderBackorderServed,
  SupplierOrderBackorderServed,
} from '../backorders/backorder-events.ts'
import {
  endsForBuyer,
  endsForSupplier,
  OrderChangeAwaitsPayment,
  OrderChangeRequestPaymentEnded,
  SupplierOrderChangeRequested,
  SupplierOrderChangeRequestReminded,
} from '../change-requests/change-request-events.ts'
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
  OrderChangePaymentEnded,
  OrderChangeProposed,
  OrderChangeReminded,
  SupplierOrderChangeAccepted,
  SupplierOrderChangeRefused,
} from '../proposals/proposal-events.ts'
import { OrderRaiseApproved, OrderRaiseEnded } from '../raises/raise-events.ts'
import { OrderPromisedDateChanged } from '../supplier/promised-date-event.ts'
import {
  SupplierOrderCancelled,
  SupplierOrderReceived,
  SupplierOrderReturnRequested,
} from '../supplier/supplier-events.ts'
import {
  changesOf,
  type Draft,
  dueDraft,
  nameOf,
  proposalDraft,
  requestDraft,
  servedDraft,
} from './drafts.ts'
import {
  linesShown,
  type MoneyText,
  piecesOf,
  pricedGoods,
  type Sum,
  type Writer,
} from './goods-of-lines.ts'

/** The mail for one kind of event, and its audience. */
export type LetterKind = {
  readonly kind: EventKind
  /** The actor that placed the order, or the administrators of the company that owns the event. */
  readonly to: 'placer' | 'administrators'
  /** Whether there is a mail about this event. Default: about each. */
  readonly isFor?: ((event: LoggedEvent) => boolean) | undefined
  /** In the language of its reader. Texts that people wrote become one line, so that no name can forge a mail. */
  letterOf(event: LoggedEvent, facts: LetterFacts, locale: Locale): Letter
}

/** What the event does not say. */
export type LetterFacts = Pick<Writer, 'names'> & {
  /** The page on which the reader sees the order. */
  readonly link: string
}

const yes = (isTrue: boolean) => (isTrue ? 'yes' : 'no')

/** One mail for each step that somebody would otherwise have to look for. People get no mail about their own clicks. */
export const letterKinds: readonly LetterKind[] = [
  letter(OrderCreated, 'placer', (order, writer) => {
    const { locale, write } = writer
    const waits = order.state === 'PENDING_APPROVAL'
    const values = { order: nameOf(order), amount: formatMoney(locale, order.total) }
    return {
      subject: waits ? write('waits.subject', values) : write('placed.subject', values),
      parts: [
        waits ? write('waits.text') : write('placed.text'),
        pricedGoods(order.lines, ({ name }) => oneLine(name), sumsOf(order), writer),
      ],
    }
  }),
  letter(OrderPromisedDateChanged, 'placer', (promise, writer) => {
    const dayOf = (day: string) => formatDate(writer.locale, new Date(day))
    return {
      subject: writer.write('promised.subject', { order: nameOf(promise) }),
      parts: [
        writer.write('promised.text'),
        piecesOf(promise.lines, writer, ({ promisedDate, promisedBefore }) =>
          promisedBefore === undefined
            ? writer.write('promised.day', { day: dayOf(promisedDate) })
            : writer.write('promised.moved', {
                day: dayOf(promisedDate),
                before: dayOf(promisedBefore),
              }),
        ),
      ],
    }
  }),
  letter(OrderBackorderServed, 'placer', (served, writer) => servedDraft('served', served, writer)),
  letter(SupplierOrderBackorderServed, 'administrators', (served, writer) =>
    servedDraft('supplied_served', served, writer),
  ),
  letter(OrderChangeProposed, 'placer', (proposal, writer) =>
    proposalDraft('proposed', proposal, writer),
  ),
  letter(OrderChangeReminded, 'placer', (proposal, writer) =>
    proposalDraft('undecided', proposal, writer),
  ),
  letter(OrderChangePaymentEnded, 'placer', (ended, writer) => ({
    subject: writer.write('change_unpaid.subject', { order: nameOf(ended) }),
    parts: [
      writer.write('change_unpaid.text', { paid: yes(ended.reason !== 'not_paid') }),
      changesOf(ended.lines, writer),
    ],
  })),
  letter(OrderRaiseApproved, 'placer', (raise, writer) => ({
    subject: writer.write('change_to_pay.subject', { order: nameOf(raise) }),
    parts: [
      writer.write('change_to_pay.text', {
        amount: formatMoney(writer.locale, raise.added),
        day: formatDate(writer.locale, new Date(raise.lapsesAt)),
      }),
    ],
  })),
  letter(
    OrderRaiseEnded,
    'placer',
    (raise, writer) => ({
      subject: writer.write('raise_unpaid.subject', { order: nameOf(raise) }),
      parts: [writer.write('raise_unpaid.text')],
    }),
    // The mail about the decision tells the other outcomes.
    ({ outcome }) => outcome === 'UNPAID',
  ),
  letter(SupplierOrderChangeRefused, 'administrators', (refused, writer) => ({
    subject: writer.write('change_refused.subject', { order: nameOf(refused) }),
    parts: [
      writer.write('change_refused.text', { lapsed: yes(refused.outcome === 'LAPSED') }),
      changesOf(refused.lines, writer),
      writer.write('change_refused.answer'),
    ],
  })),
  letter(SupplierOrderChangeAccepted, 'administrators', (accepted, writer) => ({
    subject: writer.write('change_accepted.subject', { order: nameOf(accepted) }),
    parts: [writer.write('change_accepted.text'), changesOf(accepted.lines, writer)],
  })),
  letter(SupplierOrderChangeRequested, 'administrators', (request, writer) =>
    requestDraft('requested', request, writer, request.lapsesAt),
  ),
  letter(SupplierOrderChangeRequestReminded, 'administrators', (request, writer) =>
    requestDraft('unanswered', request, writer, request.lapsesAt),
  ),
  letter(OrderChangeAwaitsPayment, 'placer', dueDraft),
  letter(OrderChangeRequestPaymentEnded, 'placer', (ended, writer) =>
    requestDraft(
      ended.reason === 'not_paid' ? 'request_unpaid' : 'request_refunded',
      ended,
      writer,
    ),
  ),
  letter(endsForSupplier.LAPSED, 'administrators', (request, writer) =>
    requestDraft('request_ended', request, writer),
  ),
  letter(endsForSupplier.WITHDRAWN, 'administrators', (request, writer) =>
    requestDraft('request_withdrawn', request, writer),
  ),
  letter(endsForBuyer.ACCEPTED, 'placer', (request, writer) =>
    requestDraft('request_accepted', request, writer),
  ),
  letter(endsForBuyer.REFUSED, 'placer', (request, writer) =>
    requestDraft('request_refused', request, writer),
  ),
  letter(endsForBuyer.LAPSED, 'placer', (request, writer) =>
    requestDraft('request_lapsed', request, writer),
  ),
  letter(OrderShipped, 'placer', (shipment, writer) => {
    const { carrier, trackingNumber, trackingUrl } = shipment
    const way = [carrier, trackingNumber, trackingUrl].filter((part) => part !== undefined)
    const part = yes(shipment.state === 'PARTIALLY_SHIPPED')
    return {
      subject: writer.write('shipped.subject', { part, order: nameOf(shipment) }),
      parts: [
        writer.write('shipped.text'),
        piecesOf(shipment.lines, writer),
        way.length === 0 ? '' : writer.write('shipped.by', { way: way.map(oneLine).join(', ') }),
      ],
    }
  }),
  letter(OrderCancelled, 'placer', (cancelled, writer) => {
    const part = yes(cancelled.state !== 'CANCELLED')
    return {
      subject: writer.write('cancelled.subject', { part, order: nameOf(cancelled) }),
      parts: [
        writer.write('cancelled.text'),
        piecesOf(cancelled.lines, writer),
        reasonOf(cancelled.reason, writer),
        refundNote(cancelled.credit, writer),
      ],
    }
  }),
  letter(ApprovalReduced, 'placer', (reduced, writer) => ({
    subject: writer.write('approver_reduced.subject', {
      order: nameOf(reduced),
      amount: formatMoney(writer.locale, reduced.total),
    }),
    parts: [
      writer.write('approver_reduced.text'),
      piecesOf(reduced.lines, writer),
      reasonOf(reduced.reason, writer),
      writer.write('approver_reduced.waits'),
    ],
  })),
  letter(OrderReturned, 'placer', (returned, writer) => {
    const { lines, refused = [] } = returned
    return {
      subject: writer.write('returned.subject', {
        part: yes(lines.length > 0 && refused.length > 0),
        accepted: yes(lines.length > 0),
        ...returnIn(returned),
      }),
      parts: [
        ...listPieces('accepted', lines, writer),
        ...listPieces('refused', refused, writer),
        refundNote(returned.credit, writer),
      ],
    }
  }),
  letter(OrderReturnRefused, 'placer', (refused, writer) => ({
    subject: writer.write('return_refused.subject', returnIn(refused)),
    parts: [...listPieces('refused', refused.lines, writer), reasonOf(refused.reason, writer)],
  })),
  letter(OrderPriceReduced, 'placer', (reduced, writer) => ({
    subject: writer.write('reduced.subject', {
      order: nameOf(reduced),
      amount: formatMoney(writer.locale, reduced.amount),
    }),
    parts: [[writer.write('reduced.text'), refundNote(reduced.amount, writer)].join(' ').trim()],
  })),
  letter(SupplierOrderReceived, 'administrators', (order, writer) => {
    const { locale, write } = writer
    const amount = formatMoney(locale, order.totals?.total ?? order.subtotal)
    const named = (line: { readonly sku: string; readonly name: string }) =>
      `${oneLine(line.sku)} ${oneLine(line.name)}`
    return {
      subject: write('received.subject', { order: nameOf(order), amount }),
      parts: [
        write('received.text'),
        write('received.document', { number: order.number ?? order.orderId }),
        pricedGoods(
          order.lines,
          named,
          order.totals ? sumsOf(order.totals) : [['received.subtotal', order.subtotal]],
          writer,
        ),
      ],
    }
  }),
  letter(SupplierOrderCancelled, 'administrators', (cancelled, writer) => ({
    subject: writer.write('not_to_ship.subject', { order: nameOf(cancelled) }),
    parts: [writer.write('not_to_ship.text'), piecesOf(cancelled.lines, writer)],
  })),
  letter(SupplierOrderReturnRequested, 'administrators', (request, writer) => ({
    subject: writer.write('return_requested.subject', returnIn(request)),
    parts: [
      writer.write('return_requested.text'),
      piecesOf(request.lines, writer, ({ reason }) => writer.write('return_reason', { reason })),
      writer.write('return_requested.decide'),
    ],
  })),
]

function letter<Kind extends EventKind>(
  kind: Kind,
  to: LetterKind['to'],
  compose: (data: DataOf<Kind>, writer: Writer) => Draft,
  isFor?: (data: DataOf<Kind>) => boolean,
): LetterKind {
  return {
    kind,
    to,
    isFor: isFor && (({ data }) => isFor(data as DataOf<Kind>)),
    letterOf: ({ data }, { link, names }, locale) => {
      const write: Writer['write'] = (key, values) => writeMail(locale, key, values)
      // `emit` has checked the data of events of this kind.
      const draft = compose(data as DataOf<Kind>, { locale, names, write })
      const parts = [...draft.parts, link]
      return {
        locale,
        subject: draft.subject,
        text: textOfParts(parts),
        parts,
        button: { label: write('button'), address: link },
      }
    },
  }
}

/** The lines that a mail about this event shows, whose names the event does not have. */
export function linesWithoutName({ data }: LoggedEvent): number[] {
  const { lines = [], refused = [] } = data as Readonly<Record<string, UnnamedLines | undefined>>
  return [...lines.slice(0, linesShown), ...refused.slice(0, linesShown)].flatMap(
    ({ lineNumber, name }) => (name === undefined && lineNumber !== undefined ? [lineNumber] : []),
  )
}

type UnnamedLines = readonly { readonly lineNumber?: number; readonly name?: string }[]

function listPieces(
  title: 'accepted' | 'refused',
  lines: Parameters<typeof piecesOf>[0],
  writer: Writer,
): LetterPart[] {
  return lines.length === 0 ? [] : [writer.write(title), piecesOf(lines, writer)]
}

/** The return and its order. Events from before numbers have only the id of the return. */
function returnIn(
  event: Parameters<typeof nameOf>[0] & {
    readonly returnId: string
    readonly returnNumber?: string | undefined
  },
) {
  return { return: event.returnNumber ?? event.returnId, order: nameOf(event) }
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
function sumsOf({ goods, discount, shipping, tax, total }: Sums): Sum[] {
  return [
    ['sum.goods', goods],
    ['sum.discount', discount],
    ['sum.shipping', shipping],
    ['sum.tax', tax],
    ['sum.total', total],
  ]
}
