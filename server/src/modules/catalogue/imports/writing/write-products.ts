import { setImmediate as breathe } from 'node:timers/promises'
import { newIds } from '#kernel/id'
import {
  insertCurrencies,
  insertProducts,
  lockProductsBySku,
  noteSuperseded,
  replaceTiersOf,
  type Superseded,
  setStock,
  updatePrices,
  updateWholeProducts,
  type WholeProduct,
} from '#modules/products'
import { type Field, storedFields } from '#modules/products/fields'
import {
  comparedPrice,
  indexNewProducts,
  indexProducts,
  type Settling,
  unindexProducts,
  updateDocumentFacts,
  type WordReader,
} from '#modules/search'
import type { Tx } from '#platform/db'
import { announceChanged, announceCreated, type Changed, isDiscontinuation } from '../announce.ts'
import type { Problem } from '../import.ts'
import type { ImportedProduct } from '../reading/imported-product.ts'
import { tierAboveListPrice } from '../reading/prices.ts'
import { categoriesOf, type KnownCategories, uncategorised } from './categories.ts'
import { listTiersAboveList } from './compare-store.ts'
import type { Digested } from './digest.ts'
import { findStored } from './find-stored.ts'
import { type Defaults, doubtfulTiers, merge, newProduct } from './merge.ts'
import { type SettledProduct, settleTexts } from './settle-texts.ts'

export type Written = {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly discontinued: number
  /** The problem that refused a product, by article number as the file spells it. */
  readonly refused: ReadonlyMap<string, Problem>
  /** The problems of accepted products, by article number as the file spells it. */
  readonly noted: ReadonlyMap<string, readonly Problem[]>
  /** Call it after the commit. */
  cacheAfterCommit(): void
}

/** After this number of records, the loop yields to other work. */
const atOnceMax = 200

/** The caches of one run. */
export type RunMemory = {
  readonly categories: KnownCategories
  readonly reader: WordReader
  readonly settling: Settling
}

/**
 * Participant. Writes the products of the file with their search index and events, in a fixed number of statements.
 * Each article number occurs once. It calls `onLocked` when all existing rows that change are locked.
 */
export async function writeProducts(
  tx: Tx,
  inFile: readonly ImportedProduct[],
  defaults: Defaults,
  memory: RunMemory,
  now: Date,
  onLocked: () => void,
): Promise<Written> {
  const { all, digests, isSameBySku, ambiguous, fileSku } = await findStored(
    tx,
    defaults.supplierCompanyId,
    inFile,
  )
  const others = all.filter(({ sku }) => isSameBySku.get(sku) !== true)
  const differing = others.flatMap(({ sku }) => (isSameBySku.has(sku) ? [sku] : []))
  const existing = await lockProductsBySku(tx, defaults.supplierCompanyId, differing)
  onLocked()
  const problems = new Map<string, readonly Problem[]>()
  const given = others.map((one) => {
    const settled = settleTexts(one, existing.get(one.sku), defaults.language)
    if (settled.problems.length > 0) problems.set(one.sku, settled.problems)
    return settled.product
  })
  const paths = given.flatMap(({ sku, categoryPath }) => {
    if (categoryPath) return [categoryPath]
    return existing.has(sku) ? [] : [uncategorised]
  })
  const categories = await categoriesOf(tx, paths, memory.categories)

  const stored = { digests, existing, categories, defaults }
  const { created, changes, refused, noted } = await compare(given, stored, now)
  for (const [sku, found] of problems) noted.set(sku, [...found, ...(noted.get(sku) ?? [])])
  await insertNew(tx, created, memory, now)
  await applyChanges(tx, changes, now, memory)
  await noteSuperseded(tx, defaults.supplierCompanyId, supersededIn(given, existing))
  for (const sku of await tiersAboveList(tx, defaults.supplierCompanyId, all, isSameBySku)) {
    noted.set(sku, [...(noted.get(sku) ?? []), tierAboveListPrice])
  }
  const discontinued = changes.filter(isDiscontinuation).length
  return {
    created: created.length,
    updated: changes.length - discontinued,
    unchanged: all.length - created.length - changes.length - refused.size,
    discontinued,
    refused: new Map([...ambiguous, ...byFileSku(refused, fileSku)]),
    noted: byFileSku(noted, fileSku),
    cacheAfterCommit: categories.cacheAfterCommit,
  }
}

function byFileSku<Found>(found: ReadonlyMap<string, Found>, fileSku: (stored: string) => string) {
  return new Map([...found].map(([sku, one]) => [fileSku(sku), one] as const))
}

/** The stored products, with which the file is compared. */
type Stored = {
  readonly digests: ReadonlyMap<string, Digested>
  readonly existing: ReadonlyMap<string, WholeProduct>
  readonly categories: Awaited<ReturnType<typeof categoriesOf>>
  readonly defaults: Defaults
}

type Compared = {
  readonly created: WholeProduct[]
  readonly changes: Changed[]
  readonly refused: Map<string, Problem>
  readonly noted: Map<string, readonly Problem[]>
}

/** Determines which products are new, changed, refused or doubtful. */
async function compare(
  given: readonly SettledProduct[],
  { digests, existing, categories, defaults }: Stored,
  now: Date,
): Promise<Compared> {
  const compared: Compared = { created: [], changes: [], refused: new Map(), noted: new Map() }
  const { created, changes, refused, noted } = compared
  const ids = newIds('prd', given.length, now).values()
  for (const [at, one] of given.entries()) {
    if (at % atOnceMax === 0) await breathe()
    const { digest: importDigest, attributesJson } = digests.get(one.sku) ?? noDigest
    const before = existing.get(one.sku)
    if (before) {
      const category = one.categoryPath && categories.of(one.categoryPath)
      const merged = merge(before, one, category)
      if ('code' in merged) {
        refused.set(one.sku, merged)
        continue
      }
      if (merged.problems.length > 0) noted.set(one.sku, merged.problems)
      const product = { ...merged.product, importDigest }
      if (merged.changed.size > 0) changes.push({ before, product, changed: merged.changed })
    } else if (!one.discontinued) {
      const category = categories.of(one.categoryPath ?? uncategorised)
      const made = newProduct(one, ids.next().value ?? '', category, defaults)
      if ('code' in made) {
        refused.set(one.sku, made)
        continue
      }
      const doubts = doubtfulTiers(one, made)
      if (doubts.length > 0) noted.set(one.sku, doubts)
      created.push({ ...made, importDigest, attributesJson })
    }
  }
  return compared
}

const noDigest: Partial<Digested> = {}

/** A record with price and tiers was checked alone. A record with one of them is checked against the stored product. */
function tiersAboveList(
  tx: Tx,
  supplierCompanyId: string,
  all: readonly ImportedProduct[],
  isSameBySku: ReadonlyMap<string, boolean>,
): Promise<string[]> {
  const half = all.filter(
    ({ sku, listPrice, tiers }) =>
      isSameBySku.has(sku) && (listPrice === undefined) !== (tiers === undefined),
  )
  return listTiersAboveList(
    tx,
    supplierCompanyId,
    half.map(({ sku }) => sku),
  )
}

/** The identifiers of a replaced article come from its record, or from the stored product. */
function supersededIn(
  given: readonly SettledProduct[],
  existing: ReadonlyMap<string, WholeProduct>,
): Superseded[] {
  return given.flatMap(({ sku, mpn, gtins, successor }) => {
    if (successor === undefined) return []
    const before = existing.get(sku)
    return [{ sku, mpn: mpn ?? before?.mpn ?? '', gtins: gtins ?? before?.gtins ?? [], successor }]
  })
}

async function insertNew(
  tx: Tx,
  created: readonly WholeProduct[],
  { reader, settling }: RunMemory,
  now: Date,
): Promise<void> {
  if (created.length === 0) return
  await insertProducts(tx, created, now)
  await indexNewProducts(tx, created, reader, settling.settled)
  for (let from = 0; from < created.length; from += atOnceMax) {
    await breathe()
    await announceCreated(tx, created.slice(from, from + atOnceMax), now)
  }
}

const fieldsSearchedAs = (how: Field<unknown>['search']) =>
  storedFields.filter(({ search }) => search === how).map(({ key }) => key)

/** The fields with words that search indexes. It reads stock and conditions from the product. */
const fieldsSearchReads: ReadonlySet<string> = new Set([
  ...fieldsSearchedAs('words'),
  'categoryId',
  'state',
])

/** The fields that search copies besides the words. */
const fieldsSearchCopies: ReadonlySet<string> = new Set(fieldsSearchedAs('facts'))

/** The fields that are cheap to write. Most daily files change no others. */
const pricedFields = new Set(['listPrice', 'currency', 'tiers', 'onHand'])

/** Participant. Writes changed products, which the caller has locked, and records the events. */
export async function applyChanges(
  tx: Tx,
  changes: readonly Changed[],
  now: Date,
  memory?: RunMemory,
): Promise<void> {
  if (changes.length === 0) return
  const productsOf = (isMeant: (changed: ReadonlySet<string>) => boolean) =>
    changes.filter(({ changed }) => isMeant(changed)).map(({ product }) => product)
  await updatePrices(
    tx,
    productsOf((changed) => isWithin(changed, pricedFields)),
    now,
  )
  await updateWholeProducts(
    tx,
    productsOf((changed) => !isWithin(changed, pricedFields)),
    now,
  )
  const changedIn = (field: string) => productsOf((changed) => changed.has(field))
  await replaceTiersOf(tx, changedIn('tiers'))
  await setStock(tx, changedIn('onHand'), now)
  await insertCurrencies(tx, [...new Set(changedIn('currency').map(({ currency }) => currency))])
  const isOnSale = ({ state }: WholeProduct) => state === 'ACTIVE'
  const reread = productsOf((changed) => meet(changed, fieldsSearchReads)).filter(isOnSale)
  const settled = memory?.settling.settled
  await indexProducts(tx, reread, memory?.reader, settled)
  const recopied = productsOf(
    (changed) => !meet(changed, fieldsSearchReads) && meet(changed, fieldsSearchCopies),
  )
  await updateDocumentFacts(tx, recopied.filter(isOnSale).map(documentFactsOf), settled)
  await unindexProducts(
    tx,
    changes.filter(isDiscontinuation).map(({ product }) => product.id),
  )
  await announceChanged(tx, changes, now)
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((field) => other.has(field))
}

function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((field) => other.has(field))
}

function documentFactsOf(product: WholeProduct) {
  const { id: productId, shipTo, currency, releasedOn } = product
  return { productId, shipTo, price: comparedPrice(product), currency, releasedOn }
}
