import type { Actor } from '#kernel/actor'
import { viewProduct } from '#modules/products'
import type { SearchesDeps } from './deps.ts'
import { publishProducts, publishSourceEnd, SearchTaken } from './publish.ts'
import type { Running } from './run-search.ts'

const batchMax = 20

/**
 * Publishes products as the source finds them. A source outside the catalogue fails alone: the products of other
 * sources stay.
 */
export async function searchExternal(
  deps: SearchesDeps,
  running: Running,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { external, log } = deps
  if (!external) return publishSourceEnd(running, 'external', 'not_configured')
  const { request, id } = running.search
  try {
    const batches = external.find({ actor, request }, signal)[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await orAbort(batches.next(), signal)
      if (done) break
      for (let from = 0; from < value.length; from += batchMax) {
        const products = value.slice(from, from + batchMax).map((product) => viewProduct(product))
        await publishProducts(running, {
          source: 'external',
          products,
          productsMax: request.limit,
        })
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof SearchTaken) throw error
    log.warn({ err: error, searchId: id }, 'A source outside the catalogue failed.')
    return publishSourceEnd(running, 'external', 'failed')
  }
  await publishSourceEnd(running, 'external', 'completed')
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
