import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import { handle } from '#platform/jobs'
import { emit } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import { decideProposal } from './decide-proposal.ts'
import { waitingIn } from './proposal.ts'
import { OrderChangeReminded, proposalEvent } from './proposal-events.ts'
import { findProposal, markReminded } from './proposal-store.ts'
import { LapseProposal, RemindOfProposal } from './proposal-timers.ts'

type Target = { readonly companyId: string; readonly orderId: string; readonly proposalId: string }

/** A second run finds the proposal reminded or decided. */
export function proposalJobs(deps: FulfilmentDeps) {
  return [
    handle(RemindOfProposal, (target) => remindOfProposal(deps, target)),
    handle(LapseProposal, (target) => lapseProposal(deps, target)),
  ]
}

/** Reminds the buyer of a proposal that waits. Once. */
export async function remindOfProposal(deps: FulfilmentDeps, target: Target): Promise<void> {
  const { companyId, orderId, proposalId } = target
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const locked = await lockOwnOrder(tx, companyId, orderId)
    const proposal = await findProposal(tx, companyId, orderId, proposalId)
    if (!locked || !proposal || !(await markReminded(tx, proposal, now))) return
    const waiting = { proposal, numbers: waitingIn(proposal) }
    const own = { lapsesAt: proposal.lapsesAt.toISOString() }
    const event = proposalEvent(locked.order, locked.lines, waiting, now, own)
    await emit(tx, OrderChangeReminded, event)
  })
}

/** Ends a proposal that nobody has decided in time. The lines stay as they were. */
export async function lapseProposal(deps: FulfilmentDeps, target: Target): Promise<void> {
  const { companyId, orderId, proposalId } = target
  const step = { orderId, proposalId, idempotency: undefined }
  try {
    await decideProposal(deps, systemActor(companyId as Id<'co'>), step, 'LAPSED')
  } catch (error) {
    if (!(error instanceof Failure) || !isOver.has(error.code)) throw error
  }
}

/** Somebody decided in the meantime, or the order is gone. */
const isOver: ReadonlySet<string> = new Set([
  'orders.proposal_already_decided',
  'orders.proposal_not_found',
  'orders.order_not_found',
])
