import type { Product } from '../api.ts'

/** The brand and the name, unless the name begins with the brand. */
export function titleOfProduct({ name, brand }: Pick<Product, 'name' | 'brand'>): string {
  const hasBrand = brand === null || name.toLowerCase().startsWith(brand.toLowerCase())
  return hasBrand ? name : `${brand} ${name}`
}
