import type { Static } from 'typebox'
import type { Conversion, RateTable } from '#modules/fx'
import { type Product, type ProductView, shownConversion, viewProduct } from '#modules/products'
import { shareText } from '#platform/http'
import type { Found } from './search.ts'

type View = Static<typeof ProductView>

/** The last view of a product, and all that it depends on besides the product. */
type LastView = { readonly key: string; readonly view: View | undefined }

/**
 * The view of a product is most of the work of a search that was asked before. Products are cached until they change, so their views
 * live as long. A product that is shown once keeps none: only popular ones are worth the memory.
 */
const lastViews = new WeakMap<Product, LastView>()

/** A product of a page of results. Nobody may change it: other answers show it too. */
export function viewFound({ product, match }: Found, corrected: boolean, table?: RateTable): View {
  const key = `${match} ${corrected} ${nameOf(shownConversion(product.pricing, table))}`
  const last = lastViews.get(product)
  if (last?.key === key && last.view) return last.view
  const plain = viewProduct(product, table)
  const view = Object.freeze(
    match ? { ...plain, match: corrected ? { kind: match, corrected } : { kind: match } } : plain,
  )
  const isRepeated = last?.key === key
  if (isRepeated) shareText(view)
  lastViews.set(product, { key, view: isRepeated ? view : undefined })
  return view
}

function nameOf(conversion: Conversion | undefined): string {
  if (!conversion) return ''
  const { rateSetId, rate, to, asOf } = conversion
  return `${rateSetId} ${rate} ${to} ${asOf.getTime()}`
}
