import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LockedOrder, lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { stepOn } from '../fulfilment/take-step.ts'
import type { Order } from '../order.ts'
import { listLines } from '../order-store.ts'
import { assertBuyerSide } from '../party.ts'
import { decideOn, readProposal } from './decide-proposal.ts'
import { higherPriceIn, type LinePrice, type PriceLimits, pricesOf } from './price-limits.ts'
import type { ProposalState, ProposedLine } from './proposal.ts'
import { agreedDateOf } from './terms.ts'
import { isTolerated } from './tolerances.ts'

/** What an automation may accept without a person. */
export type AcceptanceLimits = PriceLimits & {
  /** Days after the day that the buyer has requested or accepted. */
  readonly daysLater: number
  /** Also fewer pieces than were ordered. */
  readonly mayBeFewer: boolean
}

export type Acceptance =
  | { readonly outcome: 'accepted' }
  /** People decide: these lines go beyond the limits. */
  | { readonly outcome: 'beyond_limits'; readonly lineNumbers: readonly number[] }
  /** Somebody has decided, or the proposal has lapsed. */
  | { readonly outcome: 'not_waiting'; readonly state: ProposalState }

/** Participant: accepts all lines of a proposal that wait, or none. A repeat changes nothing. Workers pay what goes back. */
export async function acceptProposalWithin(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  input: {
    readonly orderId: string
    readonly proposalId: string
    readonly limits: AcceptanceLimits
    readonly note: string
  },
  now: Date,
): Promise<Acceptance> {
  const { orderId, proposalId, limits, note } = input
  const locked = await lockOwnOrder(tx, actor.companyId, orderId)
  if (!locked) throw fail('order_not_found', { orderId })
  const proposal = await readProposal(tx, locked.order, proposalId)
  if (proposal.state !== 'PROPOSED') return { outcome: 'not_waiting', state: proposal.state }
  const prices = await pricesFor(tx, locked.order, proposal.lines)
  const lineNumbers = proposal.lines
    .filter(({ state }) => state === 'PROPOSED')
    .filter((proposed) => !isWithin(limits, { ...locked, prices }, proposed))
    .map(({ lineNumber }) => lineNumber)
  if (lineNumbers.length > 0) return { outcome: 'beyond_limits', lineNumbers }
  const step = { stepId: newId('stp', now), now }
  await stepOn(tx, actor, locked, step, (inStep, one) => {
    assertBuyerSide(one.party)
    return decideOn(deps, inStep, actor, one, { proposal, note }, 'ACCEPTED')
  })
  return { outcome: 'accepted' }
}

/** Read only if a line has another price. */
async function pricesFor(tx: Tx, order: Order, proposed: readonly ProposedLine[]) {
  const isPriced = proposed.some(({ after }) => after.unitPrice)
  return pricesOf(isPriced ? await listLines(tx, order) : [])
}

function isWithin(
  { mayBeFewer, ...limits }: AcceptanceLimits,
  { order, lines, prices }: LockedOrder & { readonly prices: ReadonlyMap<number, LinePrice> },
  { lineNumber, status, before, after }: ProposedLine,
): boolean {
  const line = lines.find((one) => one.lineNumber === lineNumber)
  if (!line || after.substitute || (after.quantity !== before.quantity && !mayBeFewer)) return false
  return isTolerated(
    { ...limits, fewerPieces: 0n },
    {
      agreedDate: agreedDateOf(order, line),
      promisedDate: after.promisedDate,
      isBackordered: status === 'BACKORDERED',
      fewer: undefined,
      higherPrice: higherPriceIn(after, prices.get(lineNumber)),
    },
  )
}
