import { type Static, Type } from 'typebox'
import { quantitySchema, readOptionalQuantity } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { AddressView, ReturnUrl, viewAddress } from '../schemas.ts'
import {
  type AwaitedPayment,
  AwaitedPaymentView,
  viewAwaitedPayment,
} from '../supplements/awaited-payments.ts'
import { type ChangeRequest, changeRequestStates } from './change-request.ts'
import type { LineWish } from './read-requested-lines.ts'
import { requestedTerms, viewRequestedTerms } from './requested-terms-view.ts'

const Instant = Type.String({ format: 'date-time' })
const LineNumber = Type.Integer({ minimum: 1, maximum: 100_000 })
const RequestedDay = Type.String({ format: 'date', description: 'Today or later.' })
const Note = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1_000, description: 'The other company reads it.' }),
)

export const RequestChangeBody = record(
  'RequestOrderChange',
  'The lines of one supplier that shall change, and why.',
  {
    lines: Type.Array(
      Type.Union([
        record(
          'RequestedLineChange',
          'A line of which you want another quantity, or on another day.',
          {
            lineNumber: LineNumber,
            quantity: Type.Optional(
              quantitySchema({
                description:
                  'The quantity that you want in all, with what has left. More than was ordered becomes a line of its own, which names this one in followsLine.',
              }),
            ),
            requestedDate: Type.Optional(RequestedDay),
          },
          { minProperties: 2 },
        ),
        record('RequestedLineAddress', 'A line that you want at another address.', {
          lineNumber: LineNumber,
          shipTo: withDescription(
            AddressView,
            'Where everything that is open of the line is to go. Nothing of the line may have been shipped. The address must be in the same country and tax area as that of the line.',
          ),
          requestedDate: Type.Optional(RequestedDay),
        }),
        record('RequestedLineCancellation', 'A line whose open goods you do not want.', {
          lineNumber: LineNumber,
          cancel: Type.Literal(true, {
            description: 'Goods that have left stay. Request a return for them.',
          }),
        }),
      ]),
      { minItems: 1, maxItems: 500 },
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'The supplier reads it.',
    }),
  },
  {
    examples: [
      {
        lines: [
          { lineNumber: 1, quantity: 3, requestedDate: '2026-02-06' },
          { lineNumber: 2, cancel: true },
        ],
        reason: 'The project starts later.',
      },
    ],
  },
)

type WishInBody = Static<typeof RequestChangeBody>['lines'][number]

export function readWish(line: WishInBody): LineWish {
  return 'cancel' in line || 'shipTo' in line ? line : readOptionalQuantity(line)
}

export const DecideChangeRequestBody = record(
  'DecideChangeRequest',
  'A note with the decision.',
  { note: Note },
  { examples: [{ note: 'The truck is loaded already.' }] },
)

export const PayChangeRequestBody = record(
  'PayOrderChange',
  'Where a payment page sends you afterwards.',
  {
    returnUrl: Type.Optional(
      withDescription(
        ReturnUrl,
        'The address to which the payment page sends the buyer afterwards.',
      ),
    ),
  },
  { examples: [{ returnUrl: 'https://shop.example.com/orders/1' }] },
)

export type PayableRequest = ChangeRequest & {
  readonly awaitedPayments: readonly AwaitedPayment[]
}

export const ChangeRequestView = record(
  'ChangeRequest',
  'What the buyer requests to change of the part of one supplier.',
  {
    id: Type.String(),
    orderId: Type.String(),
    supplierId: Type.String(),
    state: Type.Enum([...changeRequestStates], {
      description:
        'Only ACCEPTED changes the lines. LAPSED: the supplier did not decide in time, the buyer did not pay in time, or goods of the lines were cancelled.',
    }),
    reason: Type.String(),
    lines: Type.Array(
      record('ChangeRequestLine', 'A line, before and after the change.', {
        lineNumber: Type.Integer(),
        ...requestedTerms,
        shipTo: Type.Optional(
          withDescription(AddressView, 'Where the line is to go. Absent: its address stays.'),
        ),
      }),
    ),
    requestedBy: Type.String(),
    requestedAt: Instant,
    remindedAt: Type.Optional(Instant),
    lapsesAt: Type.String({
      format: 'date-time',
      description:
        'The request lapses if nobody has decided by then, or if the buyer has not paid `awaitsPayment` by then.',
    }),
    awaitsPayment: Type.Optional(
      withDescription(
        MoneyView,
        'The supplier has accepted it. It counts once the buyer has paid this difference.',
      ),
    ),
    awaitedPayments: Type.Optional(
      Type.Array(AwaitedPaymentView, {
        description: 'The payment of the difference that is under way. Only the buyer sees it.',
      }),
    ),
    decidedBy: Type.Optional(Type.String()),
    decidedAt: Type.Optional(Instant),
    decisionNote: Type.Optional(Type.String()),
    awaitsApproval: Type.Optional(
      Type.Literal(true, {
        description:
          'The supplier has accepted it, and others in the buying company have to approve that.',
      }),
    ),
  },
  {
    examples: [
      {
        id: 'chr_01m7xb82dw3khw78phh28dvacd',
        orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
        supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
        state: 'OPEN' as const,
        reason: 'The project starts later.',
        lines: [
          {
            lineNumber: 1,
            quantityBefore: 4,
            quantityAfter: 3,
            promisedDate: '2026-01-16',
            requestedDate: '2026-02-06',
          },
        ],
        requestedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
        requestedAt: '2026-01-04T10:11:12.000Z',
        lapsesAt: '2026-01-16T10:11:12.000Z',
      },
    ],
  },
)

export function viewChangeRequest({
  awaitedPayments,
  ...request
}: PayableRequest): Static<typeof ChangeRequestView> {
  const { id, orderId, supplierCompanyId, state, reason, lines, requestedBy, requestedAt } = request
  const { remindedAt, lapsesAt, agreement, decidedBy, decidedAt, decisionNote } = request
  return {
    id,
    orderId,
    supplierId: supplierCompanyId,
    state,
    reason,
    lines: lines.map((line) => ({
      lineNumber: line.lineNumber,
      ...viewRequestedTerms(line),
      ...(line.shipTo && { shipTo: viewAddress(line.shipTo) }),
    })),
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    ...(remindedAt && { remindedAt: remindedAt.toISOString() }),
    lapsesAt: lapsesAt.toISOString(),
    ...(agreement && state === 'OPEN' && { awaitsPayment: viewMoney(agreement.due) }),
    ...(awaitedPayments.length > 0 && {
      awaitedPayments: awaitedPayments.map(viewAwaitedPayment),
    }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(decisionNote !== undefined && { decisionNote }),
    ...(request.awaitsApproval && { awaitsApproval: true as const }),
  }
}
