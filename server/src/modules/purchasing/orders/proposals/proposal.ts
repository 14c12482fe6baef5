import type { Id } from '#kernel/id'
import type { UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Substitute } from '#modules/products'

export const proposalStates = ['PROPOSED', 'ACCEPTED', 'REFUSED', 'LAPSED'] as const

/** LAPSED: nobody decided in time, or the line moved on without a decision. The line is as it was ordered. */
export type ProposalState = (typeof proposalStates)[number]

export const changeKinds = ['CHANGED', 'BACKORDERED'] as const

export type ChangeKind = (typeof changeKinds)[number]

export type Terms = {
  /** The pieces that the supplier delivers of the line in all, without those that are cancelled. */
  readonly quantity: Quantity
  readonly promisedDate?: string | undefined
  /** The price of one unit, if the change is about it. */
  readonly unitPrice?: UnitPrice | undefined
  /** The product that replaces that of the line. Undefined: it stays. */
  readonly substitute?: Substitute | undefined
  /** The number of the delivery that the line is in, if a version of the order changed it. */
  readonly delivery?: number | undefined
}

export type ProposedLine = {
  readonly lineNumber: number
  readonly status: ChangeKind
  readonly state: ProposalState
  readonly note?: string | undefined
  readonly before: Terms
  readonly after: Terms
  /** What the buyer wrote with the decision. */
  readonly decisionNote?: string | undefined
}

/** What a supplier proposes to change of its lines. */
export type Proposal = {
  readonly id: Id<'prp'>
  /** The buyer. */
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly supplierCompanyId: string
  readonly state: ProposalState
  readonly lines: readonly ProposedLine[]
  readonly note: string | undefined
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly remindedAt: Date | undefined
  readonly lapsesAt: Date
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
  /** The buyer has accepted lines of it, and others have to approve that. */
  readonly awaitsApproval?: boolean
  /** The lines that the buyer has accepted and others have approved. They bind when the buyer pays. */
  readonly approvedLines?: readonly number[]
}

export type Decision = Exclude<ProposalState, 'PROPOSED'>

/** The proposal after a decision on the lines with these numbers that wait. The last decision ends it. */
export function decideLines(
  proposal: Proposal,
  numbers: ReadonlySet<number>,
  { decision, by, note, now }: DecisionOn,
): Proposal {
  const lines = proposal.lines.map((line) =>
    line.state === 'PROPOSED' && numbers.has(line.lineNumber)
      ? { ...line, state: decision, ...(note !== undefined && { decisionNote: note }) }
      : line,
  )
  const state = stateOf(lines)
  const isEnd = state !== 'PROPOSED'
  return {
    ...proposal,
    lines,
    state,
    decidedBy: by ?? proposal.decidedBy,
    decidedAt: isEnd ? now : undefined,
  }
}

export type DecisionOn = {
  readonly decision: Decision
  /** Undefined: nobody, the time was over or the line moved on. */
  readonly by: string | undefined
  readonly note?: string | undefined
  readonly now: Date
}

/** ACCEPTED if the buyer has accepted any line, else REFUSED if it has refused any. */
function stateOf(lines: readonly ProposedLine[]): ProposalState {
  const states = new Set(lines.map(({ state }) => state))
  const order: readonly ProposalState[] = ['PROPOSED', 'ACCEPTED', 'REFUSED', 'LAPSED']
  return order.find((state) => states.has(state)) ?? 'LAPSED'
}

/** The numbers of the lines that wait for the buyer. */
export function waitingIn({ lines }: Proposal): number[] {
  return lines.flatMap(({ state, lineNumber }) => (state === 'PROPOSED' ? [lineNumber] : []))
}
