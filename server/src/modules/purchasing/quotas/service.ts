import type { Actor } from '#kernel/actor'
import { termsChanged } from '#modules/products'
import type { Tx } from '#platform/db'
import { cached } from '#platform/wake'
import type { KeptPieces } from './call-off-store.ts'
import { callOff, giveQuotasBack, type OfCheckout, releaseQuotas } from './count-orders.ts'
import type { QuotasDeps } from './deps.ts'
import { holdQuotas, type Wanted } from './hold-quotas.ts'
import { namesOf } from './names-of.ts'
import { listOffContract } from './off-contract.ts'
import type { CalledOffContract } from './quota.ts'
import { listQuotas, listQuotasInForce } from './quota-store.ts'
import { type QuotaInput, type QuotasOfContract, replaceQuotas } from './replace-quotas.ts'

export type Quotas = {
  /** For both companies of the contract. Throws `catalog.contract_not_found`. */
  ofContract(actor: Actor, contractId: string): Promise<QuotasOfContract>
  /** The name of the buyer, and of what the quotas cover, by their ids. */
  namesIn(shown: QuotasOfContract): Promise<ReadonlyMap<string, string>>
  /** For the supplier and operators. */
  replace(
    actor: Actor,
    of: { readonly contractId: string; readonly expectedVersion?: number | undefined },
    quotas: readonly QuotaInput[],
  ): Promise<QuotasOfContract>
  /**
   * Participant: takes the lines of a checkout from the quotas that cover them, or throws `quotas.maximum_exceeded`.
   * Undefined: no quota covers any of them.
   */
  hold(tx: Tx, wanted: Wanted, now: Date): Promise<readonly CalledOffContract[] | undefined>
  /** Participant: the products of these lines that are bought past a frame contract with another supplier. */
  offContract(
    tx: Tx,
    companyId: string,
    lines: readonly { readonly productId: string; readonly supplierCompanyId: string }[],
    now: Date,
  ): Promise<ReadonlySet<string>>
  /** Participant: the order exists. A repeat is harmless. */
  callOff(tx: Tx, of: OfCheckout, orderId: string, now: Date): Promise<void>
  /** Participant: the checkout ended without an order. A repeat is harmless. */
  release(tx: Tx, of: OfCheckout): Promise<void>
  /** Participant: of these lines of a placed order so many pieces are kept. */
  giveBack(tx: Tx, of: OfCheckout, lines: readonly KeptPieces[]): Promise<void>
}

export function createQuotas(deps: QuotasDeps): Quotas {
  // Every checkout reads them, and most companies have none. Changed contracts and quotas ring this topic.
  const quotasOf = cached(deps.wake, termsChanged, listQuotasInForce)
  return {
    ofContract: async (actor, contractId) => {
      const contract = await deps.agreements.getContract(actor, contractId)
      const of = { companyId: contract.buyerCompanyId, contractId }
      return { contract, quotas: await listQuotas(deps.database.pool, of) }
    },
    namesIn: ({ contract, quotas }) => {
      const covered = quotas.map(({ coveredId }) => coveredId)
      return namesOf(deps.database.pool, [contract.buyerCompanyId], covered)
    },
    replace: (actor, of, quotas) => replaceQuotas(deps, actor, of, quotas),
    hold: (tx, wanted, now) => holdQuotas(deps, quotasOf, tx, wanted, now),
    offContract: (tx, companyId, lines, now) =>
      listOffContract(quotasOf, tx, companyId, lines, now),
    callOff,
    release: releaseQuotas,
    giveBack: giveQuotasBack,
  }
}
