import { roundPrice } from '#kernel/money'
import { isWhole } from '#kernel/quantity'
import { minQuantityOf, type WholeProduct } from '#modules/products'
import { fields, type StoredValues, storedFields } from '#modules/products/fields'
import { isDivisible, pieces, smallestQuantity } from '#platform/units'
import type { Problem } from '../import.ts'
import { priceReplacedByTier, priceRounded } from '../reading/prices.ts'
import { uncategorised } from './categories.ts'
import type { CategoryOfPath } from './compare-store.ts'
import type { SettledProduct } from './settle-texts.ts'

/** The values of a new product for fields that its record does not have. */
export type Defaults = {
  readonly supplierCompanyId: string
  readonly currency: string | undefined
  readonly country: string
  /** The language of texts without one, as two letters (ISO 639-1). */
  readonly language: string
  readonly today: string
}

/** Returns a new product, or the problem that prevents it. */
export function newProduct(
  given: SettledProduct,
  id: string,
  category: CategoryOfPath,
  defaults: Defaults,
): WholeProduct | Problem {
  const currency = given.currency ?? defaults.currency
  if (given.name === undefined)
    return missingField('name_missing', 'A new product needs a name.', 'name')
  if (given.listPrice === undefined) {
    return missingField('price_missing', 'A new product needs a price.', 'price')
  }
  if (currency === undefined) {
    const message = 'The price has no currency. Name one beside the price, or for the whole file.'
    return missingField('currency_missing', message, 'currency')
  }
  const values = valuesOfNew(given, defaults)
  const broken = notWhole(values)
  if (broken) return broken
  return {
    ...values,
    id,
    supplierCompanyId: defaults.supplierCompanyId,
    categoryId: category.id,
    categoryIds: category.pathIds,
    categoryPath: given.categoryPath ?? uncategorised,
    state: 'ACTIVE',
    version: 1,
    name: given.name,
    listPrice: given.listPrice,
    currency,
    sample: false,
  }
}

/** The values of its record, and for absent ones those of the supplier, or else of the field. */
function valuesOfNew(given: SettledProduct, defaults: Defaults): StoredValues {
  const bySupplier: Partial<StoredValues> = {
    language: defaults.language,
    shipTo: [defaults.country],
    releasedOn: defaults.today,
    multiple: smallestQuantity(given.unit ?? pieces),
  }
  const values = storedFields.map(({ key, absent }) => [
    key,
    given[key] ?? bySupplier[key] ?? absent,
  ])
  return Object.fromEntries(values) as unknown as StoredValues
}

/** What is counted is sold, kept and priced in whole units. */
function notWhole({ unit, tiers, ...values }: StoredValues): Problem | undefined {
  if (isDivisible(unit)) return undefined
  const isBroken = (field: 'moq' | 'multiple' | 'onHand') => !isWhole(values[field])
  const field = (['moq', 'multiple', 'onHand'] as const).find(isBroken)
  const areTiersBroken = tiers.some(({ minQuantity }) => !isWhole(minQuantity))
  if (field === undefined && !areTiersBroken) return undefined
  const message = `The unit ${unit} is counted, so quantities must be whole. Send whole numbers, or the unit in which the product is measured.`
  return { code: 'number_invalid', message, field: fields[field ?? 'tiers'].name, fatal: true }
}

function missingField(code: string, message: string, field: string): Problem {
  return { code, message, field, fatal: true }
}

export type Merged = {
  readonly product: WholeProduct
  /**
   * The names of the changed fields, as in `product.updated`. Price, tiers, stock and the end of a product have their
   * own events.
   */
  readonly changed: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

/**
 * Returns the product as it is after the import, or the problem that refuses the record. A discontinued product in the
 * file is on sale again.
 */
export function merge(
  before: WholeProduct,
  given: SettledProduct,
  category: CategoryOfPath | undefined,
): Merged | Problem {
  const rebased = tiersInBasis(before, given)
  if ('code' in rebased) return rebased
  const { discontinued, currency, sku: _sku, categoryPath, ...fields } = given
  const product: WholeProduct = {
    ...before,
    ...fields,
    tiers: rebased.tiers,
    ...(category && categoryPath
      ? { categoryId: category.id, categoryIds: category.pathIds, categoryPath }
      : {}),
    currency: currency ?? before.currency,
    state: discontinued ? 'DISCONTINUED' : 'ACTIVE',
  }
  const broken = notWhole(product)
  if (broken) return broken
  const changed = changesOf(before, product)
  // With a price of its own, the product is no longer a sample.
  const sample = before.sample && !changed.has('listPrice')
  const problems = [...rebased.problems, ...doubtfulTiers(given, product)]
  return { product: { ...product, sample }, changed, problems }
}

/** Nobody can order less than the smallest quantity for sale, so a tier at or below it is the first price. */
export function doubtfulTiers(
  { tiers: [first] = [] }: SettledProduct,
  product: WholeProduct,
): readonly Problem[] {
  const isFirstPrice = first && first.minQuantity <= minQuantityOf(product)
  return isFirstPrice && !first.unitPrice.eq(product.listPrice) ? [priceReplacedByTier] : []
}

type Rebased = Pick<WholeProduct, 'tiers'> & Pick<Merged, 'problems'>

/**
 * A file that changes the price basis must give the price for the new basis. Tiers that it does not give are converted.
 */
function tiersInBasis(before: WholeProduct, given: SettledProduct): Rebased | Problem {
  const { perQuantity = before.perQuantity, tiers, listPrice } = given
  if (perQuantity === before.perQuantity) return { tiers: tiers ?? before.tiers, problems: [] }
  if (listPrice === undefined) {
    const message = `The record changes the price basis from ${before.perQuantity} to ${perQuantity} and has no price. Send the price of ${perQuantity} with the new price basis.`
    return missingField('price_basis_without_price', message, 'perQuantity')
  }
  if (tiers) return { tiers, problems: [] }
  const problems: Problem[] = []
  const rebased = before.tiers.map(({ minQuantity, unitPrice }) => {
    const exact = unitPrice.times(perQuantity).div(before.perQuantity)
    const kept = roundPrice(exact)
    if (!kept.eq(exact)) problems.push(priceRounded(exact, kept, 'tiers'))
    return { minQuantity, unitPrice: kept }
  })
  return { tiers: rebased, problems }
}

/** Stores keep the id of the category. */
const comparedFields = storedFields.filter(({ key }) => key !== 'categoryPath')

function changesOf(before: WholeProduct, after: WholeProduct): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const { key, isSame } of comparedFields) {
    const [one, other] = [before[key], after[key]]
    if (one !== other && !isSame?.(one, other)) changed.add(key)
  }
  if (before.categoryId !== after.categoryId) changed.add('categoryId')
  if (before.state !== after.state) changed.add('state')
  return changed
}
