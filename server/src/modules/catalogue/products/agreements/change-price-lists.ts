import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { assertCurrencyKnown } from '../read-codes.ts'
import { assertUnitOfBuyers } from './assert-unit-of-buyers.ts'
import { termsChanged } from './create-terms.ts'
import type { AgreementsDeps } from './deps.ts'
import { type Discount, type PriceList, priceListsMax } from './price-list.ts'
import {
  countPriceLists,
  deletePriceList,
  listContractBuyers,
  listKnownCategories,
  lockPriceList,
  savePriceList,
} from './price-list-store.ts'
import { ensureSupplier, managedSupplierId, sellerOf } from './sellers.ts'
import { assertEndsAfterStart } from './validity.ts'

export type NewPriceList = {
  /** Required for operators, who manage the price lists of every supplier. */
  readonly supplierId?: string | undefined
  readonly name: string
  readonly currency: string
  /** By default now. */
  readonly validFrom?: Date | undefined
  readonly validUntil?: Date | undefined
  readonly discounts?: readonly Discount[] | undefined
  readonly companyIds?: readonly string[] | undefined
  /** A unit of the buyer, for which alone the list holds, with all units below it. */
  readonly unitId?: string | undefined
}

/** Absent fields do not change. Null removes the end, or the unit. */
export type PriceListChanges = {
  readonly name?: string | undefined
  readonly validFrom?: Date | undefined
  readonly validUntil?: Date | null | undefined
  readonly discounts?: readonly Discount[] | undefined
  readonly companyIds?: readonly string[] | undefined
  readonly unitId?: string | null | undefined
}

export async function createPriceList(
  deps: AgreementsDeps,
  actor: Actor,
  input: NewPriceList,
): Promise<PriceList> {
  assertCurrencyKnown(input.currency)
  const now = deps.now()
  const seller = await sellerOf(deps, actor, input.supplierId)
  const list: PriceList = {
    id: newId('pls', now),
    supplierCompanyId: seller.id as Id<'co'>,
    name: input.name,
    currency: input.currency,
    validFrom: input.validFrom ?? now,
    validUntil: input.validUntil,
    discounts: input.discounts ?? [],
    companyIds: [...new Set(input.companyIds)],
    unitId: input.unitId,
    entryCount: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await assertPriceListValid(deps, list)
  await deps.database.transaction(async (tx) => {
    await ensureSupplier(tx, seller)
    await oneAfterTheOther(tx, `catalog.price_lists ${seller.id}`)
    if ((await countPriceLists(tx, seller.id)) >= priceListsMax) throw fail('price_lists_too_many')
    await savePriceList(tx, list)
    recordChange(tx, actor, list, 'created', now)
  })
  return list
}

export async function changePriceList(
  deps: AgreementsDeps,
  actor: Actor,
  priceListId: string,
  changes: PriceListChanges,
): Promise<PriceList> {
  const now = deps.now()
  await assertCompaniesKnown(deps, changes.companyIds ?? [])
  return deps.database.transaction(async (tx) => {
    const before = await lockOwn(tx, actor, priceListId)
    const { name, validFrom, validUntil, discounts, companyIds, unitId } = changes
    const list: PriceList = {
      ...before,
      name: name ?? before.name,
      validFrom: validFrom ?? before.validFrom,
      validUntil: validUntil === undefined ? before.validUntil : (validUntil ?? undefined),
      discounts: discounts ?? before.discounts,
      companyIds: companyIds ? [...new Set(companyIds)] : before.companyIds,
      unitId: unitId === undefined ? before.unitId : (unitId ?? undefined),
      version: before.version + 1,
      updatedAt: now,
    }
    assertEndsAfterStart(list)
    assertValidDiscounts(discounts ?? [])
    await assertCategoriesKnown(tx, list.discounts)
    if (list.unitId !== undefined && (unitId || companyIds)) {
      const buyerIds = [...list.companyIds, ...(await listContractBuyers(tx, list.id))]
      await assertUnitOfBuyers(tx, list.unitId, buyerIds)
    }
    await savePriceList(tx, list)
    recordChange(tx, actor, list, 'changed', now)
    return list
  })
}

/** A list that a contract names cannot be deleted, so that the agreed prices can be looked up later. */
export async function removePriceList(
  { database, now }: AgreementsDeps,
  actor: Actor,
  priceListId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const list = await lockOwn(tx, actor, priceListId)
    if (!(await deletePriceList(tx, list.id))) throw fail('price_list_in_use', { priceListId })
    recordChange(tx, actor, list, 'deleted', now())
  })
}

export async function lockOwn(tx: Tx, actor: Actor, priceListId: string): Promise<PriceList> {
  const list = await lockPriceList(tx, managedSupplierId(actor), priceListId)
  if (!list) throw fail('price_list_not_found', { priceListId })
  return list
}

async function assertPriceListValid(deps: AgreementsDeps, list: PriceList): Promise<void> {
  assertEndsAfterStart(list)
  await assertCompaniesKnown(deps, list.companyIds)
  assertValidDiscounts(list.discounts)
  const { pool } = deps.database
  await assertCategoriesKnown(pool, list.discounts)
  if (list.unitId !== undefined) await assertUnitOfBuyers(pool, list.unitId, list.companyIds)
}

async function assertCompaniesKnown(
  { findCompany }: AgreementsDeps,
  companyIds: readonly string[],
): Promise<void> {
  for (const companyId of companyIds) {
    if (!(await findCompany(companyId))) throw fail('company_unknown', { companyId })
  }
}

function assertValidDiscounts(discounts: readonly Discount[]): void {
  const distinct = new Set(
    discounts.map(({ by, value }) => `${by}/${by === 'brand' ? value.toLowerCase() : value}`),
  )
  const isNamed = discounts.every(({ by, value }) => by === 'all' || value !== '')
  if (distinct.size < discounts.length || !isNamed) throw fail('discounts_invalid')
}

async function assertCategoriesKnown(conn: Conn, discounts: readonly Discount[]): Promise<void> {
  const named = discounts.flatMap(({ by, value }) => (by === 'category' ? [value] : []))
  if (named.length === 0) return
  const known = new Set(await listKnownCategories(conn, named))
  const unknown = named.find((id) => !known.has(id))
  if (unknown !== undefined) throw fail('category_unknown', { category: unknown })
}

function recordChange(
  tx: Tx,
  actor: Actor,
  list: PriceList,
  verb: 'created' | 'changed' | 'deleted',
  now: Date,
): void {
  const { id, supplierCompanyId, version, discounts, companyIds, unitId } = list
  recordAudit(tx, {
    companyId: supplierCompanyId,
    actor,
    action: `catalog.price_list_${verb}`,
    target: { type: 'price_list', id },
    outcome: 'done',
    details: {
      version,
      discounts: discounts.length,
      companies: companyIds.length,
      ...(unitId !== undefined && { unitId }),
    },
    now,
  })
  ringAfterCommit(tx, termsChanged)
}
