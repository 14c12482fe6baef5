import type { Actor } from '#kernel/actor'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import {
  type DecideInput,
  decideProposal,
  numbersOf,
  readProposal,
} from '../proposals/decide-proposal.ts'
import { bindOrPay, type PayRequest } from './open-supplement.ts'

export type AcceptInput = Omit<DecideInput, 'supplement' | 'approval'> & PayRequest

/**
 * The buyer accepts lines of a proposal, and pays first what an order by card costs more with them. If others have to approve that, they come
 * first: the buyer accepts the lines again, and pays, when they have.
 */
export function acceptProposal(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AcceptInput,
): Promise<string> {
  const { proposalId, lineNumbers, note } = input
  const deciding = { ...input, supplement: {}, approval: 'ask' as const }
  const bind = () => decideProposal(deps, actor, deciding, 'ACCEPTED')
  return bindOrPay(deps, actor, input, bind, async (tx, { order }) => {
    const proposal = await readProposal(tx, order, proposalId)
    return { proposalId, lineNumbers: numbersOf(proposal, lineNumbers), note }
  })
}
