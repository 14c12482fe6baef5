import { Type } from 'typebox'
import { record } from '#kernel/record'
import { defineEvent } from '#platform/outbox'
import {
  facts,
  LineData,
  lineData,
  orderData,
  orderEvent,
} from '../fulfilment/fulfilment-events.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { orderExample } from '../order-example.ts'
import { endedPayment, endedPaymentExample } from '../supplements/ended-payment-data.ts'
import { suppliedData, suppliedExample } from '../supplier/supplier-events.ts'
import { changeKinds, type Proposal } from './proposal.ts'
import { TermsView, viewTerms } from './terms-view.ts'

const { order, line } = orderExample

const ProposedLineData = record('ProposedOrderEventLine', 'A line, before and after the change.', {
  ...LineData.properties,
  status: Type.Enum([...changeKinds], {
    description: 'BACKORDERED: the supplier waits for stock.',
  }),
  before: TermsView,
  after: TermsView,
})

const ownProposalData = { proposalId: Type.String(), lines: Type.Array(ProposedLineData) }
const proposalData = { ...ownProposalData, supplierId: Type.String() }

const lapsesAt = Type.String({
  format: 'date-time',
  description: 'The proposal lapses if nobody has decided by then.',
})

const Outcome = Type.Enum(['REFUSED', 'LAPSED'], {
  description:
    'LAPSED: nobody decided in time, or the lines were confirmed, shipped, cancelled or answered again.',
})

const proposed = {
  ...order,
  state: 'PLACED',
  proposalId: 'prp_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
  lines: [
    {
      ...line,
      status: 'BACKORDERED' as const,
      before: { quantity: 2, promisedDate: '2026-01-16' },
      after: { quantity: 2, promisedDate: '2026-02-06' },
    },
  ],
}
const { proposalId, lines } = proposed
const supplied = { ...suppliedExample, state: 'PLACED', proposalId, lines }

export const OrderChangeProposed = defineEvent({
  ...facts,
  type: 'order.change_proposed',
  data: Type.Object(
    { ...orderData, ...proposalData, lapsesAt },
    {
      description:
        'A supplier proposes another day, another price or a smaller quantity than your tolerances allow. Accept or refuse it.',
    },
  ),
  example: { ...proposed, lapsesAt: '2026-01-16T10:11:12.000Z' },
})

export const OrderChangeReminded = defineEvent({
  ...facts,
  type: 'order.change_reminded',
  data: Type.Object(
    { ...orderData, ...proposalData, lapsesAt },
    { description: 'Nobody has decided on a proposal of a supplier for two working days.' },
  ),
  example: { ...proposed, lapsesAt: '2026-01-16T10:11:12.000Z' },
})

export const OrderChangeAccepted = defineEvent({
  ...facts,
  type: 'order.change_accepted',
  data: Type.Object(
    { ...orderData, ...proposalData },
    { description: 'Your company has accepted lines of a proposal. They are confirmed.' },
  ),
  example: proposed,
})

export const OrderChangePaymentEnded = defineEvent({
  ...facts,
  type: 'order.change_payment_ended',
  data: Type.Object(
    {
      ...orderData,
      ...proposalData,
      ...endedPayment,
    },
    {
      description:
        'Lines of a proposal that your company accepted did not bind, and the payment for them ended. What was held or captured goes back.',
    },
  ),
  example: {
    ...proposed,
    ...endedPaymentExample,
  },
})

export const OrderChangeRefused = defineEvent({
  ...facts,
  type: 'order.change_refused',
  data: Type.Object(
    { ...orderData, ...proposalData, outcome: Outcome },
    {
      description:
        'Your company has refused lines of a proposal, or they lapsed. The lines are as they were before.',
    },
  ),
  example: { ...proposed, outcome: 'REFUSED' },
})

export const SupplierOrderChangeAccepted = defineEvent({
  ...facts,
  type: 'supplier_order.change_accepted',
  data: Type.Object(
    { ...suppliedData, ...ownProposalData },
    { description: 'The buyer has accepted lines of your proposal. They are confirmed.' },
  ),
  example: supplied,
})

export const SupplierOrderChangeRefused = defineEvent({
  ...facts,
  type: 'supplier_order.change_refused',
  data: Type.Object(
    { ...suppliedData, ...ownProposalData, outcome: Outcome },
    {
      description:
        'The buyer has refused lines of your proposal, or did not decide in time. Accept or reject the lines as they were before.',
    },
  ),
  example: { ...supplied, outcome: 'REFUSED' },
})

export const proposalEvents = [
  OrderChangeProposed,
  OrderChangeReminded,
  OrderChangeAccepted,
  OrderChangePaymentEnded,
  OrderChangeRefused,
  SupplierOrderChangeAccepted,
  SupplierOrderChangeRefused,
]

/** The event of the buyer about some lines of a proposal. What people wrote stays out of the log. */
export function proposalEvent<Facts extends object>(
  order: Order,
  lines: readonly LineProgress[],
  { proposal, numbers }: { readonly proposal: Proposal; readonly numbers: readonly number[] },
  now: Date,
  own: Facts,
) {
  return orderEvent(order, now, {
    proposalId: proposal.id,
    supplierId: proposal.supplierCompanyId,
    lines: linesData(lines, proposal, numbers),
    ...own,
  })
}

export function linesData(
  lines: readonly LineProgress[],
  proposal: Proposal,
  numbers: readonly number[],
) {
  const byNumber = new Map(lines.map((one) => [one.lineNumber, one]))
  return proposal.lines.flatMap(({ lineNumber, status, before, after }) => {
    const found = byNumber.get(lineNumber)
    if (!found || !numbers.includes(lineNumber)) return []
    const open = lineData({ line: found, quantity: openOf(found) })
    return [{ ...open, status, before: viewTerms(before), after: viewTerms(after) }]
  })
}
