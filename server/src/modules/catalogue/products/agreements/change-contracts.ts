import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { findUnit } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import { oneAfterTheOther, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { type Contract, type ContractState, contractsMax } from './contract.ts'
import {
  countContracts,
  findSupplierName,
  holdPriceLists,
  lockContract,
  saveContract,
} from './contract-store.ts'
import { termsChanged } from './create-terms.ts'
import type { AgreementsDeps } from './deps.ts'
import { assertValidOrderDiscounts, type OrderDiscounts } from './order-discounts.ts'
import { ensureSupplier, managedSupplierId, sellerOf } from './sellers.ts'
import { assertEndsAfterStart } from './validity.ts'

export type NewContract = {
  /** Required for operators, who manage the contracts of every supplier. */
  readonly supplierId?: string | undefined
  readonly buyerCompanyId: string
  readonly reference: string
  readonly state?: 'DRAFT' | 'ACTIVE' | undefined
  /** By default now. */
  readonly validFrom?: Date | undefined
  readonly validUntil?: Date | undefined
  /** In order of precedence. Empty when the contract only has discounts on orders. */
  readonly priceListIds?: readonly string[] | undefined
  readonly orderDiscounts?: OrderDiscounts | undefined
}

/** Absent fields do not change. Null removes the end, or the discounts. */
export type ContractChanges = {
  readonly reference?: string | undefined
  readonly state?: ContractState | undefined
  readonly validFrom?: Date | undefined
  readonly validUntil?: Date | null | undefined
  readonly priceListIds?: readonly string[] | undefined
  readonly orderDiscounts?: OrderDiscounts | null | undefined
}

export async function createContract(
  deps: AgreementsDeps,
  actor: Actor,
  input: NewContract,
): Promise<Contract> {
  const now = deps.now()
  const supplier = await sellerOf(deps, actor, input.supplierId)
  const { buyerCompanyId } = input
  if (!(await deps.findCompany(buyerCompanyId))) {
    throw fail('company_unknown', { companyId: buyerCompanyId })
  }
  const contract: Contract = {
    id: newId('ctr', now),
    supplier: { id: supplier.id as Id<'co'>, name: supplier.name },
    buyerCompanyId: buyerCompanyId as Id<'co'>,
    reference: input.reference,
    state: input.state ?? 'DRAFT',
    validFrom: input.validFrom ?? now,
    validUntil: input.validUntil,
    priceListIds: input.priceListIds ?? [],
    orderDiscounts: input.orderDiscounts,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  assertEndsAfterStart(contract)
  assertValidOrderDiscounts(contract.orderDiscounts)
  return deps.database.transaction(async (tx) => {
    await ensureSupplier(tx, supplier)
    await oneAfterTheOther(tx, `catalog.contracts ${supplier.id}`)
    if ((await countContracts(tx, supplier.id)) >= contractsMax) throw fail('contracts_too_many')
    return storeContract(tx, actor, contract, 'created')
  })
}

/** An ended contract never changes: it records what was agreed. */
export async function changeContract(
  deps: AgreementsDeps,
  actor: Actor,
  contractId: string,
  changes: ContractChanges,
): Promise<Contract> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const before = await getChangeableContract(tx, actor, contractId)
    const { reference, state, validFrom, validUntil, priceListIds, orderDiscounts } = changes
    if (before.state === 'ACTIVE' && state === 'DRAFT') throw fail('contract_state_invalid')
    const contract: Contract = {
      ...before,
      reference: reference ?? before.reference,
      state: state ?? before.state,
      validFrom: validFrom ?? before.validFrom,
      validUntil: validUntil === undefined ? before.validUntil : (validUntil ?? undefined),
      priceListIds: priceListIds ?? before.priceListIds,
      orderDiscounts:
        orderDiscounts === undefined ? before.orderDiscounts : (orderDiscounts ?? undefined),
      version: before.version + 1,
      updatedAt: now,
    }
    assertEndsAfterStart(contract)
    assertValidOrderDiscounts(contract.orderDiscounts)
    return storeContract(tx, actor, contract, 'changed')
  })
}

/** Locks it until the transaction ends. Throws for an unknown contract and for one that has ended. */
export async function getChangeableContract(
  tx: Tx,
  actor: Actor,
  contractId: string,
): Promise<Contract> {
  const contract = await lockContract(tx, managedSupplierId(actor), contractId)
  if (!contract) throw fail('contract_not_found', { contractId })
  if (contract.state === 'ENDED') throw fail('contract_ended', { contractId })
  return contract
}

async function storeContract(
  tx: Tx,
  actor: Actor,
  contract: Contract,
  verb: 'created' | 'changed',
): Promise<Contract> {
  const { id, supplier, priceListIds, state, version, updatedAt: now } = contract
  if (priceListIds.length === 0 && !contract.orderDiscounts) throw fail('contract_empty')
  const distinct = new Set(priceListIds)
  const lists = await holdPriceLists(tx, supplier.id, [...distinct])
  if (lists.length !== priceListIds.length) throw fail('contract_lists_invalid', { priceListIds })
  for (const unitId of new Set(lists.flatMap((list) => list.unitId ?? []))) {
    const unit = await findUnit(tx, contract.buyerCompanyId, unitId)
    if (!unit) throw fail('contract_lists_invalid', { priceListIds })
  }
  await saveContract(tx, contract)
  recordAudit(tx, {
    companyId: supplier.id,
    actor,
    action: `catalog.contract_${verb}`,
    target: { type: 'contract', id },
    outcome: 'done',
    details: {
      buyerCompanyId: contract.buyerCompanyId,
      state,
      version,
      lists: priceListIds.length,
      discounts: contract.orderDiscounts?.tiers.length ?? 0,
    },
    now,
  })
  ringAfterCommit(tx, termsChanged)
  const name = (await findSupplierName(tx, supplier.id)) ?? supplier.name
  return { ...contract, supplier: { ...supplier, name } }
}
