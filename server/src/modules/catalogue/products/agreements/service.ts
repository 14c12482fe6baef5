import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import {
  type ContractChanges,
  changeContract,
  createContract,
  type NewContract,
} from './change-contracts.ts'
import {
  changePriceList,
  createPriceList,
  type NewPriceList,
  type PriceListChanges,
  removePriceList,
} from './change-price-lists.ts'
import type { Contract } from './contract.ts'
import { findContract } from './contract-store.ts'
import type { AgreementsDeps } from './deps.ts'
import { nextContractVersion } from './next-contract-version.ts'
import type { PriceList } from './price-list.ts'
import { findPriceList } from './price-list-store.ts'
import { type EntriesPut, type EntryDraft, putEntries } from './put-entries.ts'
import { managedSupplierId, readerOf } from './sellers.ts'

/** Price lists and contracts. Operators manage those of every supplier, the administrators of a supplier their own. */
export type Agreements = {
  createPriceList(actor: Actor, input: NewPriceList): Promise<PriceList>
  changePriceList(actor: Actor, id: string, changes: PriceListChanges): Promise<PriceList>
  removePriceList(actor: Actor, id: string): Promise<void>
  getPriceList(actor: Actor, id: string): Promise<PriceList>
  putEntries(actor: Actor, id: string, drafts: readonly EntryDraft[]): Promise<EntriesPut>
  createContract(actor: Actor, input: NewContract): Promise<Contract>
  changeContract(actor: Actor, id: string, changes: ContractChanges): Promise<Contract>
  /** A buyer can also read its own contracts, except drafts. */
  getContract(actor: Actor, id: string): Promise<Contract>
  /** Participant: locks a contract that the actor changes, and gives it its next version. */
  nextVersion(
    tx: Tx,
    actor: Actor,
    of: { readonly contractId: string; readonly expectedVersion?: number | undefined },
    now: Date,
  ): Promise<Contract>
}

export function createAgreements(deps: AgreementsDeps): Agreements {
  const { pool } = deps.database
  const getPriceList = async (actor: Actor, priceListId: string) => {
    const list = await findPriceList(pool, managedSupplierId(actor), priceListId)
    if (!list) throw fail('price_list_not_found', { priceListId })
    return list
  }
  return {
    createPriceList: (actor, input) => createPriceList(deps, actor, input),
    changePriceList: (actor, id, changes) => changePriceList(deps, actor, id, changes),
    removePriceList: (actor, id) => removePriceList(deps, actor, id),
    getPriceList,
    putEntries: (actor, id, drafts) => putEntries(deps, actor, id, drafts),
    createContract: (actor, input) => createContract(deps, actor, input),
    changeContract: (actor, id, changes) => changeContract(deps, actor, id, changes),
    getContract: async (actor, contractId) => {
      const contract = await findContract(pool, readerOf(actor), contractId)
      if (!contract) throw fail('contract_not_found', { contractId })
      return contract
    },
    nextVersion: nextContractVersion,
  }
}
