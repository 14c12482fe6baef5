import type { Actor } from '#kernel/actor'
import { defaultLocale } from '#kernel/locale'
import { readQuantity, writeQuantity } from '#kernel/quantity'
import { minQuantityOf } from '#modules/products'
import { type QuoteItem, viewQuote } from '#modules/quotes'
import { crashPoint } from '#platform/faults'
import { viewSearchMeta } from '../schemas.ts'
import type { Found, SearchResult } from '../search.ts'
import { viewFound } from '../view-found.ts'
import type { SearchesDeps } from './deps.ts'
import { publishProducts, publishQuotes, publishSourceEnd } from './publish.ts'
import type { Running } from './running.ts'
import type { NewEvent, SourceProgress } from './search-record.ts'

const batchMax = 20

/** Publishes page by page: the products, with the first page the facets, then the quotes. */
export async function searchCatalog(
  deps: SearchesDeps,
  running: Running,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { request, sources } = running.search
  let { begun = false, place, unquoted = [] } = sources.catalog ?? ({} as Partial<SourceProgress>)
  // The previous worker may have died between a batch and its quotes.
  await quote(deps, running, actor, unquoted.map(readQuantity))
  const limit = Math.min(batchMax, request.limit)
  for (let hasNext = true; hasNext; ) {
    signal.throwIfAborted()
    const result = await deps.search(actor, { ...request, after: place, limit })
    signal.throwIfAborted()
    const page = result.found.slice(0, limit)
    place = page.at(-1)?.place ?? place
    const reached = place ? { begun: true, place } : { begun: true }
    const { published, total } = await publishProducts(running, {
      source: 'catalog',
      products: viewsOf(page, result),
      others: begun ? [] : [facetsOf(result)],
      progress: (fresh) => ({
        ...reached,
        found: result.total,
        ...(result.match && { match: result.match }),
        unquoted: itemsOf(page, fresh).map(writeQuantity),
      }),
      productsMax: request.limit,
    })
    begun = true
    crashPoint('catalog.search_batch_published')
    signal.throwIfAborted()
    await quote(deps, running, actor, itemsOf(page, published))
    hasNext = result.found.length > limit && total < request.limit
  }
  await publishSourceEnd(running, 'catalog', 'completed')
}

function viewsOf(page: readonly Found[], { correctedQuery, table }: SearchResult) {
  const corrected = correctedQuery !== undefined
  return page.map((found) => viewFound(found, corrected, table))
}

function facetsOf(result: SearchResult): NewEvent {
  const { tookMs: _tookMs, ...data } = viewSearchMeta(result, 0)
  return { kind: 'facets', data }
}

/** Each product at its smallest quantity. */
function itemsOf(
  page: readonly Found[],
  published: readonly { readonly id: string }[],
): QuoteItem[] {
  const ids = new Set(published.map(({ id }) => id))
  return page.flatMap(({ product }) =>
    ids.has(product.id)
      ? [{ productId: product.id, quantity: minQuantityOf(product.pricing) }]
      : [],
  )
}

async function quote(
  deps: SearchesDeps,
  running: Running,
  actor: Actor,
  items: readonly QuoteItem[],
): Promise<void> {
  if (items.length === 0) return
  const { currency, country, language = defaultLocale } = running.search.request
  const answer = await deps.quotes.request(actor, { items, currency, country })
  const quotes = answer.quoted.map((line) => viewQuote(line, language))
  await publishQuotes(running, { currency: answer.currency, quotes })
}
