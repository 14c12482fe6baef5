import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { afterWorkingDays } from './decision-timers.ts'
import type { Proposal, ProposedLine } from './proposal.ts'
import { OrderChangeProposed, proposalEvent } from './proposal-events.ts'
import { insertProposal } from './proposal-store.ts'
import { startTimers } from './proposal-timers.ts'

type Draft = {
  readonly supplierCompanyId: string
  readonly lines: readonly ProposedLine[]
  readonly note: string | undefined
  readonly lapseWorkingDays: number
}

/** Participant, in a transaction that holds the order. Its lines name the proposal when the step is written: see `announceProposal`. */
export async function draftProposal(
  { workingTimeOf }: Pick<FulfilmentDeps, 'workingTimeOf'>,
  tx: Tx,
  { companyId, id: orderId }: Order,
  by: Actor,
  { supplierCompanyId, lines, note, lapseWorkingDays }: Draft,
  now: Date,
): Promise<Proposal> {
  const time = await workingTimeOf(tx, companyId)
  const proposal: Proposal = {
    id: newId('prp', now),
    companyId,
    orderId,
    supplierCompanyId,
    state: 'PROPOSED',
    lines,
    note,
    proposedBy: by.id,
    proposedAt: now,
    remindedAt: undefined,
    lapsesAt: afterWorkingDays(time, now, lapseWorkingDays),
    decidedBy: undefined,
    decidedAt: undefined,
  }
  await insertProposal(tx, proposal)
  startTimers(tx, proposal, time)
  return proposal
}

export async function announceProposal(
  tx: Tx,
  order: Order,
  lines: readonly LineProgress[],
  proposal: Proposal,
  now: Date,
): Promise<void> {
  const numbers = proposal.lines.map(({ lineNumber }) => lineNumber)
  const own = { lapsesAt: proposal.lapsesAt.toISOString() }
  await emit(tx, OrderChangeProposed, proposalEvent(order, lines, { proposal, numbers }, now, own))
}
