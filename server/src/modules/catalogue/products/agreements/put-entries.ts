import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import { quantityOf } from '#kernel/quantity'
import { recordAudit } from '#platform/audit'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { lockOwn } from './change-price-lists.ts'
import { termsChanged } from './create-terms.ts'
import type { AgreementsDeps } from './deps.ts'
import { countEntries, deleteEntries, listOwnProducts, upsertEntries } from './entry-store.ts'
import { entriesMax, type PriceEntry } from './price-list.ts'
import { markEntriesChanged } from './price-list-store.ts'

/** A product by its id or by the supplier's article number. Without a price its entry is deleted. */
export type EntryDraft = {
  readonly productId?: string | undefined
  readonly sku?: string | undefined
  readonly unitPrice: string | null
  readonly tiers?:
    | readonly { readonly minQuantity: number; readonly unitPrice: string }[]
    | undefined
}

export type EntriesPut = {
  readonly stored: number
  readonly removed: number
  readonly entryCount: number
  readonly version: number
}

type Refused = { readonly place: number; readonly reason: string }

/**
 * Writes all entries of a call or none. It writes only these rows and the version of the list, however many companies
 * have the list: prices are computed when they are read.
 */
export async function putEntries(
  { database, now: clock }: AgreementsDeps,
  actor: Actor,
  priceListId: string,
  drafts: readonly EntryDraft[],
): Promise<EntriesPut> {
  const now = clock()
  return database.transaction(async (tx) => {
    const list = await lockOwn(tx, actor, priceListId)
    const products = await listOwnProducts(tx, list.supplierCompanyId, {
      productIds: drafts.flatMap(({ productId }) => productId ?? []),
      skus: drafts.flatMap(({ sku }) => sku ?? []),
    })
    const { entries, removed } = readDrafts(drafts, products)
    await upsertEntries(tx, list.id, entries)
    const taken = await deleteEntries(tx, list.id, removed)
    const entryCount = await countEntries(tx, list.id)
    if (entryCount > entriesMax) throw fail('price_entries_too_many', { max: entriesMax })
    await markEntriesChanged(tx, list.id, now)
    recordAudit(tx, {
      companyId: list.supplierCompanyId,
      actor,
      action: 'catalog.price_entries_changed',
      target: { type: 'price_list', id: list.id },
      outcome: 'done',
      details: { stored: entries.length, removed: taken, version: list.version + 1 },
      now,
    })
    ringAfterCommit(tx, termsChanged)
    return { stored: entries.length, removed: taken, entryCount, version: list.version + 1 }
  })
}

function readDrafts(
  drafts: readonly EntryDraft[],
  products: readonly { readonly id: string; readonly sku: string }[],
): { entries: PriceEntry[]; removed: string[] } {
  const byId = new Map(products.map(({ id }) => [id, id]))
  const bySku = new Map(products.map(({ id, sku }) => [sku, id]))
  const refused: Refused[] = []
  const seen = new Set<string>()
  const entries: PriceEntry[] = []
  const removed: string[] = []
  for (const [place, draft] of drafts.entries()) {
    const { productId, sku, unitPrice } = draft
    const id = productId === undefined ? bySku.get(sku ?? '') : byId.get(productId)
    const reason = reasonAgainst(draft, id, seen)
    if (reason !== undefined || id === undefined) {
      refused.push({ place, reason: reason ?? 'product_unknown' })
      continue
    }
    seen.add(id)
    if (unitPrice === null) removed.push(id)
    else entries.push(entryOf(id, unitPrice, draft))
  }
  if (refused.length > 0) throw fail('price_entries_invalid', { entries: refused.slice(0, 100) })
  return { entries, removed }
}

function reasonAgainst(
  { productId, sku, tiers = [] }: EntryDraft,
  id: string | undefined,
  seen: ReadonlySet<string>,
): string | undefined {
  if ((productId === undefined) === (sku === undefined)) return 'product_id_or_sku'
  // An entry of another supplier's product is as unknown as one without a product.
  if (id === undefined) return 'product_unknown'
  if (seen.has(id)) return 'product_twice'
  const isRising = tiers.every(
    ({ minQuantity }, at) => minQuantity > (tiers[at - 1]?.minQuantity ?? 0),
  )
  return isRising ? undefined : 'tiers_not_rising'
}

function entryOf(productId: string, unitPrice: string, { tiers = [] }: EntryDraft): PriceEntry {
  return {
    productId,
    unitPrice: new Decimal(unitPrice),
    tiers: tiers.map((tier) => ({
      minQuantity: quantityOf(tier.minQuantity),
      unitPrice: new Decimal(tier.unitPrice),
    })),
  }
}
