import type { Actor } from '#kernel/actor'
import { viewProduct } from '#modules/products'
import type { FoundOutside, SearchesDeps } from './deps.ts'
import { publishProducts, publishSourceEnd, SearchTaken } from './publish.ts'
import type { Running } from './running.ts'

const batchMax = 20

/**
 * Publishes offers as the source finds them, up to the limit of the search. A source outside the catalogue fails alone: what other
 * sources found stays.
 */
export async function searchExternal(
  deps: SearchesDeps,
  running: Running,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { external, log } = deps
  if (!external) return publishSourceEnd(running, 'external', 'not_configured')
  const { request, id, createdAt } = running.search
  const batches = external.find({ actor, request, createdAt }, signal)[Symbol.asyncIterator]()
  try {
    for (let isFull = false; !isFull; ) {
      const { done, value } = await orAbort(batches.next(), signal)
      if (done) break
      for (const { products, offers } of chunksOf(value)) {
        const { found } = await publishProducts(running, {
          source: 'external',
          products: products.map((product) => viewProduct(product)),
          offers,
          productsMax: request.limit,
        })
        isFull = found >= request.limit
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof SearchTaken) throw error
    log.warn({ err: error, searchId: id }, 'A source outside the catalogue failed.')
    return publishSourceEnd(running, 'external', 'failed')
  } finally {
    // A source that still has more must stop, too. It may be slow to notice.
    batches.return?.().catch(() => undefined)
  }
  await publishSourceEnd(running, 'external', 'completed')
}

/** Short batches, so that each event is small. */
function* chunksOf({ products, offers }: FoundOutside): Generator<FoundOutside> {
  for (let from = 0; from < Math.max(products.length, offers.length); from += batchMax) {
    const until = from + batchMax
    yield { products: products.slice(from, until), offers: offers.slice(from, until) }
  }
}

/** Does not wait for a source that ignores the signal. */
function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
