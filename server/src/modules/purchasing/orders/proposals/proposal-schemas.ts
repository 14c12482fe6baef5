import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { ReturnUrl } from '../schemas.ts'
import {
  type AwaitedPayment,
  AwaitedPaymentView,
  viewAwaitedPayment,
} from '../supplements/awaited-payments.ts'
import { changeKinds, type Proposal, proposalStates } from './proposal.ts'
import { TermsView, viewTerms } from './terms-view.ts'

const Instant = Type.String({ format: 'date-time' })
const State = Type.Enum([...proposalStates], {
  description:
    'LAPSED: nobody decided in time, or the line was confirmed, shipped, cancelled or answered again. A proposal is ACCEPTED if any of its lines is.',
})

const example = {
  id: 'prp_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  state: 'PROPOSED' as const,
  note: 'Our supplier is late.',
  lines: [
    {
      lineNumber: 1,
      status: 'BACKORDERED' as const,
      state: 'PROPOSED' as const,
      before: { quantity: 4, promisedDate: '2026-01-16' },
      after: { quantity: 4, promisedDate: '2026-02-06' },
    },
  ],
  proposedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  proposedAt: '2026-01-04T10:11:12.000Z',
  lapsesAt: '2026-01-16T10:11:12.000Z',
}

export type PayableProposal = Proposal & { readonly awaitedPayments: readonly AwaitedPayment[] }

export const ProposalView = record(
  'ChangeProposal',
  'What a supplier proposes to change of its lines of an order.',
  {
    id: Type.String(),
    orderId: Type.String(),
    supplierId: Type.String(),
    state: State,
    note: Type.Optional(Type.String()),
    lines: Type.Array(
      record('ChangeProposalLine', 'A line, before and after the change.', {
        lineNumber: Type.Integer(),
        status: Type.Enum([...changeKinds], {
          description: 'BACKORDERED: the supplier waits for stock.',
        }),
        state: State,
        note: Type.Optional(Type.String()),
        before: TermsView,
        after: TermsView,
        decisionNote: Type.Optional(
          Type.String({ description: 'What the buyer wrote with the decision.' }),
        ),
      }),
    ),
    proposedBy: Type.String(),
    proposedAt: Instant,
    remindedAt: Type.Optional(Instant),
    lapsesAt: Type.String({
      format: 'date-time',
      description: 'The proposal lapses if nobody has decided by then.',
    }),
    decidedBy: Type.Optional(Type.String()),
    decidedAt: Type.Optional(Instant),
    awaitedPayments: Type.Optional(
      Type.Array(AwaitedPaymentView, {
        description: 'Only the buyer sees what it has to pay before lines that it accepts bind.',
      }),
    ),
    awaitsApproval: Type.Optional(
      Type.Literal(true, {
        description:
          'The buyer has accepted lines of it, and others in the buying company have to approve that.',
      }),
    ),
    approvedLines: Type.Optional(
      Type.Array(Type.Integer(), {
        description:
          'The lines that the buyer has accepted and others in the buying company have approved. They bind when the buyer accepts them again and pays.',
      }),
    ),
  },
  { examples: [example] },
)

export function viewProposal({
  awaitedPayments,
  ...proposal
}: PayableProposal): Static<typeof ProposalView> {
  const { id, orderId, supplierCompanyId, state, note, lines, proposedBy, proposedAt } = proposal
  const { remindedAt, lapsesAt, decidedBy, decidedAt } = proposal
  return {
    id,
    orderId,
    supplierId: supplierCompanyId,
    state,
    ...(note !== undefined && { note }),
    lines: lines.map((line) => ({
      lineNumber: line.lineNumber,
      status: line.status,
      state: line.state,
      ...(line.note !== undefined && { note: line.note }),
      before: viewTerms(line.before),
      after: viewTerms(line.after),
      ...(line.decisionNote !== undefined && { decisionNote: line.decisionNote }),
    })),
    proposedBy,
    proposedAt: proposedAt.toISOString(),
    ...(remindedAt && { remindedAt: remindedAt.toISOString() }),
    lapsesAt: lapsesAt.toISOString(),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(awaitedPayments.length > 0 && {
      awaitedPayments: awaitedPayments.map(viewAwaitedPayment),
    }),
    ...(proposal.awaitsApproval && { awaitsApproval: true as const }),
    ...(proposal.approvedLines && { approvedLines: [...proposal.approvedLines] }),
  }
}

const decision = {
  lineNumbers: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 100_000 }), {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      description: 'Default: all lines of the proposal that wait.',
    }),
  ),
  note: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'The supplier reads it.' }),
  ),
}

export const DecideProposalBody = record(
  'DecideProposal',
  'The lines that you decide on, and a note for the supplier.',
  decision,
  { examples: [{ lineNumbers: [1], note: 'That is too late for us.' }] },
)

export const AcceptProposalBody = record(
  'AcceptProposal',
  'The lines that you accept, a note for the supplier, and where a payment page sends you afterwards.',
  {
    ...decision,
    returnUrl: Type.Optional(
      withDescription(
        ReturnUrl,
        'The address to which the payment page sends the buyer afterwards, if an order by card costs more.',
      ),
    ),
  },
  { examples: [{ lineNumbers: [1], note: 'That is fine for us.' }] },
)
