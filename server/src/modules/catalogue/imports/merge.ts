import { Decimal } from 'decimal.js'
import { roundPrice } from '#kernel/money'
import { type Attribute, noTexts, sameTexts, type WholeProduct } from '#modules/products'
import { pieces } from '#platform/units'
import { uncategorised } from './categories.ts'
import type { CategoryOfPath } from './compare-store.ts'
import type { Problem } from './import.ts'
import type { ImportedTier } from './reading/imported-product.ts'
import { priceRounded } from './reading/prices.ts'
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

/** The days until dispatch of a product without a lead time in its record. */
export const defaultLeadTimeDays = 3

/** Returns a new product, or the problem that prevents it. */
export function newProduct(
  given: SettledProduct,
  id: string,
  category: CategoryOfPath,
  defaults: Defaults,
): WholeProduct | Problem {
  const currency = given.currency ?? defaults.currency
  if (given.name === undefined)
    return missing('name_missing', 'A new product needs a name.', 'name')
  if (given.listPrice === undefined) {
    return missing('price_missing', 'A new product needs a price.', 'price')
  }
  if (currency === undefined) {
    const message = 'Name a currency beside the price, or for the whole file.'
    return missing('currency_missing', message, 'currency')
  }
  return {
    id,
    supplierCompanyId: defaults.supplierCompanyId,
    sku: given.sku,
    mpn: given.mpn ?? '',
    gtins: given.gtins ?? [],
    name: given.name,
    brand: given.brand ?? '',
    description: given.description ?? '',
    language: given.language ?? defaults.language,
    attributes: given.attributes ?? [],
    texts: given.texts ?? noTexts,
    categoryId: category.id,
    categoryIds: category.pathIds,
    categoryPath: given.categoryPath ?? uncategorised,
    state: 'ACTIVE',
    version: 1,
    unit: given.unit ?? pieces,
    perQuantity: given.perQuantity ?? 1,
    contents: given.contents,
    moq: given.moq ?? 1,
    multiple: given.multiple ?? 1,
    leadTimeDays: given.leadTimeDays ?? defaultLeadTimeDays,
    shipTo: given.shipTo ?? [defaults.country],
    listPrice: given.listPrice,
    currency,
    tiers: given.tiers ?? [],
    onHand: given.onHand ?? 0,
    imageUrls: given.imageUrls ?? [],
    classes: given.classes ?? [],
    sample: false,
    releasedOn: given.releasedOn ?? defaults.today,
  }
}

function missing(code: string, message: string, field: string): Problem {
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
  const changed = changesOf(before, product)
  // With a price of its own, the product is no longer a sample.
  const sample = before.sample && !changed.has('listPrice')
  return { product: { ...product, sample }, changed, problems: rebased.problems }
}

type Rebased = Pick<WholeProduct, 'tiers'> & Pick<Merged, 'problems'>

/**
 * A file that changes the price basis must give the price for the new basis. Tiers that it does not give are converted.
 */
function tiersInBasis(before: WholeProduct, given: SettledProduct): Rebased | Problem {
  const { perQuantity = before.perQuantity, tiers, listPrice } = given
  if (perQuantity === before.perQuantity) return { tiers: tiers ?? before.tiers, problems: [] }
  if (listPrice === undefined) {
    const message = `The product is priced per ${before.perQuantity}. Send the price of ${perQuantity} with the new price basis.`
    return missing('price_basis_without_price', message, 'perQuantity')
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

const plainFields = [
  'name',
  'description',
  'language',
  'brand',
  'mpn',
  'categoryId',
  'unit',
  'perQuantity',
  'contents',
  'moq',
  'multiple',
  'leadTimeDays',
  'releasedOn',
  'onHand',
  'state',
  'currency',
] as const
const listFields = ['gtins', 'shipTo', 'imageUrls', 'classes'] as const

function changesOf(before: WholeProduct, after: WholeProduct): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const field of plainFields) if (before[field] !== after[field]) changed.add(field)
  for (const field of listFields) if (!sameList(before[field], after[field])) changed.add(field)
  if (!before.listPrice.eq(after.listPrice)) changed.add('listPrice')
  if (!sameTiers(before.tiers, after.tiers)) changed.add('tiers')
  if (!sameAttributes(before.attributes, after.attributes)) changed.add('attributes')
  if (!sameTexts(before.texts, after.texts)) changed.add('texts')
  return changed
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at])
}

function sameTiers(one: readonly ImportedTier[], other: readonly ImportedTier[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ minQuantity, unitPrice }, at) => {
      const there = other[at]
      return there?.minQuantity === minQuantity && new Decimal(there.unitPrice).eq(unitPrice)
    })
  )
}

/** Most files do not give the kind of a value. A different guess of the kind is not a change. */
function sameAttributes(one: readonly Attribute[], other: readonly Attribute[]): boolean {
  return (
    one.length === other.length &&
    one.every((attribute, at) => {
      const there = other[at]
      return (
        there?.label === attribute.label &&
        there.value === attribute.value &&
        (there.unit ?? '') === (attribute.unit ?? '')
      )
    })
  )
}
