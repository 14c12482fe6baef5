import { formatDate, formatMoney } from '#platform/locale'
import { oneLine } from '#platform/mail'
import type { DataOf } from '#platform/outbox'
import type { LetterPart } from '#platform/texts'
import type { OrderBackorderServed } from '../backorders/backorder-events.ts'
import type {
  endsForBuyer,
  endsForSupplier,
  OrderChangeAwaitsPayment,
} from '../change-requests/change-request-events.ts'
import type { OrderChangeProposed } from '../proposals/proposal-events.ts'
import { piecesOf, type Writer } from './goods-of-lines.ts'

/** The subject, and the parts of the text above the link. */
export type Draft = { readonly subject: string; readonly parts: readonly LetterPart[] }

/** A mail to the buyer about a proposal that waits. */
export function proposalDraft(
  about: 'proposed' | 'undecided',
  proposal: DataOf<typeof OrderChangeProposed>,
  writer: Writer,
): Draft {
  const { write, locale } = writer
  const day = formatDate(locale, new Date(proposal.lapsesAt))
  return {
    subject: write(`${about}.subject`, { order: nameOf(proposal) }),
    parts: [
      write(`${about}.text`),
      changesOf(proposal.lines, writer),
      write('proposed.decide', { day }),
    ],
  }
}

/** A mail about stock that has arrived for lines that waited. */
export function servedDraft(
  about: 'served' | 'supplied_served',
  served: Pick<DataOf<typeof OrderBackorderServed>, 'orderId' | 'number' | 'lines'>,
  writer: Writer,
): Draft {
  const { write } = writer
  return {
    subject: write(`${about}.subject`, { order: nameOf(served) }),
    parts: [
      write(`${about}.text`),
      piecesOf(served.lines, writer, ({ waiting }) =>
        waiting === 0 ? undefined : write('served.waiting', { count: waiting }),
      ),
    ],
  }
}

/** A mail about a change that a buyer requests. `lapsesAt`: the reader decides until then. */
export function requestDraft(
  about:
    | 'requested'
    | 'unanswered'
    | 'request_withdrawn'
    | 'request_accepted'
    | 'request_refused'
    | 'request_lapsed'
    | 'request_ended'
    | 'request_unpaid'
    | 'request_refunded',
  request: Requested,
  writer: Writer,
  lapsesAt?: string,
): Draft {
  const { write, locale } = writer
  return {
    subject: write(`${about}.subject`, { order: nameOf(request) }),
    parts: [
      write(`${about}.text`),
      wishesOf(request, writer),
      lapsesAt === undefined
        ? ''
        : write('requested.decide', { day: formatDate(locale, new Date(lapsesAt)) }),
    ],
  }
}

/** A mail to the buyer about a requested change that it has to pay for. */
export function dueDraft(request: DataOf<typeof OrderChangeAwaitsPayment>, writer: Writer): Draft {
  const { write, locale } = writer
  const amount = formatMoney(locale, request.due)
  const day = formatDate(locale, new Date(request.lapsesAt))
  return {
    subject: write('request_due.subject', { order: nameOf(request), amount }),
    parts: [
      write('request_due.text'),
      wishesOf(request, writer),
      write('request_due.pay', { amount, day }),
    ],
  }
}

type Requested = DataOf<typeof endsForBuyer.ACCEPTED | typeof endsForSupplier.WITHDRAWN>

function wishesOf(request: Requested, writer: Writer): LetterPart {
  const lines = request.lines.map(
    ({ quantityBefore, quantityAfter, promisedDate, requestedDate, ...line }) => ({
      ...line,
      quantity: quantityBefore,
      before: { quantity: quantityBefore, ...(promisedDate !== undefined && { promisedDate }) },
      after: {
        quantity: quantityAfter,
        ...(requestedDate !== undefined && { promisedDate: requestedDate }),
      },
    }),
  )
  return changesOf(lines, writer)
}

export function changesOf(lines: readonly ChangedLine[], writer: Writer): LetterPart {
  const { locale, write } = writer
  return piecesOf(lines, writer, ({ before, after, newAddress }) => {
    const day = after.promisedDate && formatDate(locale, new Date(after.promisedDate))
    const priceOf = ({ unitPrice }: ChangedLine['after']) =>
      unitPrice === undefined ? '' : formatMoney(locale, unitPrice)
    const earlier = before.promisedDate && formatDate(locale, new Date(before.promisedDate))
    const parts = [
      after.substitute && write('proposed.substitute', after.substitute),
      after.quantity === before.quantity
        ? undefined
        : write('proposed.quantity', { count: after.quantity, before: before.quantity }),
      day === undefined || day === earlier
        ? undefined
        : earlier === undefined
          ? write('promised.day', { day })
          : write('promised.moved', { day, before: earlier }),
      priceOf(after) !== priceOf(before) &&
        write('proposed.price', { price: priceOf(after), before: priceOf(before) }),
      newAddress && write('requested.address'),
    ]
    return parts.filter((part) => part).join(', ')
  })
}

type ChangedLine = Omit<DataOf<typeof OrderChangeProposed>['lines'][number], 'status'> & {
  /** The line is to go to another address, which only the request names. */
  readonly newAddress?: true
}

/** The number of the order, or of the supplier's part of it, and the PO number of the buyer. */
export function nameOf({
  orderId,
  number = orderId,
  poNumber,
}: {
  readonly orderId: string
  readonly number?: string | undefined
  readonly poNumber?: string | undefined
}): string {
  return poNumber === undefined ? number : `${number} (${oneLine(poNumber)})`
}
