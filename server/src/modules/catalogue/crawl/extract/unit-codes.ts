import { unitCodeOf } from '#modules/imports'
import type { FoundProduct, PageProblem } from './found-product.ts'

/**
 * Replaces the units that pages and feeds write by codes of UN/ECE Recommendation 20. A price for an unknown unit is no price: nobody
 * knows how many pieces it is for. The parent process does this, because the table of units is a file.
 */
export function withUnitCodes(found: readonly FoundProduct[]): {
  readonly products: readonly FoundProduct[]
  readonly problems: readonly PageProblem[]
  /** How many products lost their price with their unit. */
  readonly unpriced: number
} {
  const problems = new Map<string, PageProblem>()
  let unpriced = 0
  const products = found.map((product) => {
    if (product.unit === undefined) return product
    const { unit, ...others } = product
    const code = unitCodeOf(unit)
    if (code !== undefined) return { ...product, unit: code }
    problems.set(unit, unknownUnit(unit))
    unpriced += 1
    return withoutPrice(others)
  })
  return { products, problems: [...problems.values()].slice(0, 10), unpriced }
}

function withoutPrice({ price: _price, ...product }: FoundProduct): FoundProduct {
  const { price: _source, unit: _unit, ...sources } = product.sources
  return { ...product, sources }
}

function unknownUnit(unit: string): PageProblem {
  const message = `The price is for “${unit.slice(0, 40)}”, which is no known unit.`
  return { code: 'unit_unknown', message }
}
