import { canonicalJson } from '#kernel/canonical'
import type { Attribute } from './attribute.ts'

/** The texts of a product in one language. What is absent is shown in the product's own language. */
export type ProductText = {
  readonly name?: string
  readonly description?: string
  /** The names of its category from the root. It only translates them: a product has one category. */
  readonly category?: readonly string[]
  readonly attributes?: readonly Attribute[]
}

/** The texts in other languages than the product's own, by two letters (ISO 639-1). */
export type ProductTexts = Readonly<Record<string, ProductText>>

export const noTexts: ProductTexts = {}

/** The value of the column: null where there are none. */
export function textsJson(texts: ProductTexts): string | undefined {
  for (const _language in texts) return JSON.stringify(texts)
  return undefined
}

export function sameTexts(one: ProductTexts, other: ProductTexts): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other)
}
