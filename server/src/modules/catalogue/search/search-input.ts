import { Decimal } from 'decimal.js'
import { readCountry, readCurrency, type SaleStatus } from '#modules/products'
import { sharedValue } from './documents/document.ts'
import { fail } from './failures.ts'
import type { Filters, Place, Sort } from './search-query.ts'

/** The search request as the client sent it. */
export type SearchInput = {
  readonly q?: string | undefined
  readonly category?: string | undefined
  readonly brand?: readonly string[] | undefined
  readonly supplier?: readonly string[] | undefined
  readonly sku?: readonly string[] | undefined
  /** `label:value`. */
  readonly attribute?: readonly string[] | undefined
  readonly minPrice?: number | string | undefined
  readonly maxPrice?: number | string | undefined
  readonly currency?: string | undefined
  readonly country?: string | undefined
  readonly availability?: readonly SaleStatus[] | undefined
  readonly maxLeadTimeDays?: number | undefined
  readonly sort?: Sort | undefined
  /** The end of the previous page. */
  readonly after?: Place | undefined
  readonly limit: number
}

/** Refuses invalid input, with a code for each kind. */
export function filtersOf(input: SearchInput): Filters {
  readCurrency(input.currency)
  const country = readCountry(input.country)
  const minPrice = boundOf('minPrice', input.minPrice)
  const maxPrice = boundOf('maxPrice', input.maxPrice)
  if (minPrice && maxPrice && minPrice.gt(maxPrice)) {
    throw fail('price_range_invalid', {
      minPrice: minPrice.toFixed(),
      maxPrice: maxPrice.toFixed(),
    })
  }
  return {
    category: clean(input.category),
    brands: (input.brand ?? []).map(plainText).filter((brand) => brand !== ''),
    suppliers: suppliersOf(input.supplier),
    skus: (input.sku ?? []).map(plainText).filter((sku) => sku !== ''),
    traits: (input.attribute ?? []).map(traitOf),
    minPrice,
    maxPrice,
    country,
    availability: [...new Set(input.availability)].sort(),
    maxLeadTimeDays: input.maxLeadTimeDays,
    pricedBy: undefined,
    restrictions: [],
  }
}

/** `label:value`, in the spelling of the facets. */
function traitOf(attribute: string): string {
  const plain = plainText(attribute)
  const at = plain.indexOf(':')
  if (at < 0) return plain
  const label = plain.slice(0, at)
  return `${label}=${sharedValue(label, plain.slice(at + 1))}`
}

/** The name of a company would find nothing, and say nothing. */
function suppliersOf(sent: readonly string[] = []): readonly string[] {
  const suppliers = sent.map(plainText).filter((supplier) => supplier !== '')
  const wrong = suppliers.find((supplier) => !supplier.startsWith('co_'))
  if (wrong !== undefined) throw fail('supplier_filter_invalid', { supplier: wrong.slice(0, 40) })
  return suppliers
}

/** `12.5`, `.5`, `5.`, `+3` and `1e3`, not negative. */
const decimalShape = /^\+?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})(?:e[+-]?\d{1,2})?$/i
const boundMax = new Decimal('1e12')
const boundPlacesMax = 15

function boundOf(field: string, value: number | string | undefined): Decimal | undefined {
  if (value === undefined) return undefined
  const text = String(value).trim()
  const bound = decimalShape.test(text) ? new Decimal(text.replace(/^\+/, '')) : undefined
  if (!bound || bound.gte(boundMax) || bound.decimalPlaces() > boundPlacesMax) {
    throw fail('price_range_invalid', { field, value: text.slice(0, 40) })
  }
  return bound
}

function clean(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : plainText(text)
}

/** PostgreSQL accepts no NUL in a parameter, and a lone surrogate is not a character. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '')
}
