import { type Actor, may } from '#kernel/actor'
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
import { type ContractFilter, findContract, listContracts, type Reader } from './contract-store.ts'
import type { AgreementsDeps } from './deps.ts'
import { type ListedEntry, listEntries } from './entry-store.ts'
import type { PriceList } from './price-list.ts'
import { findPriceList, listPriceLists } from './price-list-store.ts'
import { type EntriesPut, type EntryDraft, putEntries } from './put-entries.ts'
import { managedSupplierId } from './sellers.ts'

type IdPage = { readonly before?: string | undefined; readonly limit: number }

/** Price lists and contracts. Operators manage those of every supplier, the administrators of a supplier their own. */
export type Agreements = {
  createPriceList(actor: Actor, input: NewPriceList): Promise<PriceList>
  changePriceList(actor: Actor, id: string, changes: PriceListChanges): Promise<PriceList>
  removePriceList(actor: Actor, id: string): Promise<void>
  getPriceList(actor: Actor, id: string): Promise<PriceList>
  listPriceLists(actor: Actor, page: IdPage): Promise<PriceList[]>
  putEntries(actor: Actor, id: string, drafts: readonly EntryDraft[]): Promise<EntriesPut>
  listEntries(
    actor: Actor,
    id: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly list: PriceList; readonly entries: ListedEntry[] }>
  createContract(actor: Actor, input: NewContract): Promise<Contract>
  changeContract(actor: Actor, id: string, changes: ContractChanges): Promise<Contract>
  /** A buyer can also read its own contracts, except drafts. */
  getContract(actor: Actor, id: string): Promise<Contract>
  listContracts(actor: Actor, filter: ContractFilter): Promise<Contract[]>
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
    listPriceLists: (actor, page) => listPriceLists(pool, managedSupplierId(actor), page),
    putEntries: (actor, id, drafts) => putEntries(deps, actor, id, drafts),
    listEntries: async (actor, id, page) => {
      const list = await getPriceList(actor, id)
      return { list, entries: await listEntries(pool, list.id, page) }
    },
    createContract: (actor, input) => createContract(deps, actor, input),
    changeContract: (actor, id, changes) => changeContract(deps, actor, id, changes),
    getContract: async (actor, contractId) => {
      const contract = await findContract(pool, readerOf(actor), contractId)
      if (!contract) throw fail('contract_not_found', { contractId })
      return contract
    },
    listContracts: (actor, filter) => listContracts(pool, readerOf(actor), filter),
  }
}

function readerOf(actor: Actor): Reader {
  const isOperator = actor.kind === 'person' && may(actor, 'act_for_every_company')
  return isOperator ? 'everybody' : { companyId: actor.companyId }
}
