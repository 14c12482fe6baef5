import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type {
  NewEvent,
  SearchKey,
  SearchRecord,
  SourceName,
  SourceProgress,
} from './search-record.ts'
import {
  lockAndMarkPublished,
  lockRunning,
  markOffersPublished,
  type Step,
  writeStep,
} from './search-store.ts'

/** The hint that a search has new events. */
export const eventsTopic = ({ id }: { readonly id: string }): string => `catalog.search/${id}`

/** The search has ended, or another worker has it: nothing more may be written. */
export class SearchTaken extends Error {
  override readonly name = 'SearchTaken'
}

export type Publishing = {
  readonly database: Database
  readonly search: SearchKey
  /** The fencing token: a write without this lease has no effect. */
  readonly leaseToken: string
}

/** A batch of products from a source. Products that were already published are omitted. */
export type FoundBatch<Product extends { readonly id: string }> = {
  readonly source: SourceName
  readonly products: readonly Product[]
  /** Offers of a source outside the catalogue. Those that were already published are omitted too. */
  readonly offers?: readonly { readonly id: string }[]
  /** Further events of the source, after its products. */
  readonly others?: readonly NewEvent[]
  readonly progress?: (published: readonly Product[]) => Partial<Omit<SourceProgress, 'status'>>
  /** The maximum number of products of the search, and of the offers that it finds outside the catalogue. */
  readonly productsMax: number
}

/** What was published: the new products, all products of the search, and all finds of the source. */
export type Published<Product> = {
  readonly published: readonly Product[]
  readonly total: number
  readonly found: number
}

/**
 * Publishes products and offers as one event, each once in the search. The events, the published products and the progress of the
 * source commit in one transaction, so after a crash another worker continues exactly there.
 */
export async function publishProducts<Product extends { readonly id: string }>(
  publishing: Publishing,
  batch: FoundBatch<Product>,
): Promise<Published<Product>> {
  const { database, search, leaseToken } = publishing
  const { source, products, offers = [], others = [], progress = () => ({}), productsMax } = batch
  const ids = products.map(({ id }) => id)
  return database.transaction(async (tx) => {
    const { locked, fresh } =
      (await lockAndMarkPublished(tx, search, leaseToken, ids, productsMax)) ?? throwSearchTaken()
    const published = distinctById(products).filter(({ id }) => fresh.has(id))
    const before = locked.sources[source]
    const foundBefore = before?.found ?? 0
    const shown = await newOffers(tx, search, offers, productsMax - foundBefore)
    const found = foundBefore + published.length + shown.length
    const after = {
      status: 'running',
      ...(before?.deadlineAt !== undefined && { deadlineAt: before.deadlineAt }),
      found,
      ...progress(published),
    }
    const total = locked.products + published.length
    await writeStep(tx, locked, {
      events: [...productsEvent(source, published, shown), ...others],
      sources: { ...locked.sources, [source]: after as SourceProgress },
      products: total,
    })
    ringAfterCommit(tx, eventsTopic(search))
    return { published, total, found }
  })
}

async function newOffers(
  tx: Tx,
  search: SearchKey,
  offers: readonly { readonly id: string }[],
  room: number,
) {
  if (offers.length === 0 || room <= 0) return []
  const ids = offers.map(({ id }) => id)
  const fresh = await markOffersPublished(tx, search, ids, room)
  return distinctById(offers).filter(({ id }) => fresh.has(id))
}

function productsEvent(
  source: SourceName,
  products: readonly object[],
  offers: readonly object[],
): NewEvent[] {
  if (products.length + offers.length === 0) return []
  const data = { source, products, ...(offers.length > 0 && { offers }) }
  return [{ kind: 'products', data, products: products.length }]
}

/** Publishes the quotes for the products of the last batch. */
export async function publishQuotes(publishing: Publishing, data: object): Promise<void> {
  await inSearch(publishing, (tx, locked) => {
    const { catalog, ...others } = locked.sources
    const { unquoted: _quoted, ...rest } = catalog ?? { status: 'running', found: 0 }
    return writeStep(tx, locked, {
      events: [{ kind: 'quote', data }],
      sources: { ...others, catalog: rest },
      products: locked.products,
    })
  })
}

/** Publishes the end of a source. `isLate`: its deadline passed. */
export async function publishSourceEnd(
  publishing: Publishing,
  source: SourceName,
  status: SourceProgress['status'],
  isLate = false,
): Promise<void> {
  await inSearch(publishing, (tx, locked) => {
    const { found = 0, match } = locked.sources[source] ?? {}
    const ended = { status, found, ...(match && { match }), ...(isLate && { isLate }) }
    return writeStep(tx, locked, {
      events: [{ kind: 'source', data: { source, status, found } }],
      sources: { ...locked.sources, [source]: ended },
      products: locked.products,
    })
  })
}

/** Publishes the end of the search. */
export async function publishEnd(
  publishing: Publishing,
  endOf: (locked: SearchRecord) => Pick<Step, 'events' | 'end'> & Partial<Pick<Step, 'sources'>>,
): Promise<void> {
  await inSearch(publishing, (tx, locked) =>
    writeStep(tx, locked, { sources: locked.sources, ...endOf(locked), products: locked.products }),
  )
}

async function inSearch<Result>(
  { database, search, leaseToken }: Publishing,
  work: (tx: Tx, locked: SearchRecord) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const locked = await lockRunning(tx, search, leaseToken)
    if (!locked) return throwSearchTaken()
    const result = await work(tx, locked)
    ringAfterCommit(tx, eventsTopic(search))
    return result
  })
}

function throwSearchTaken(): never {
  throw new SearchTaken('The search is over or in other hands.')
}

function distinctById<Product extends { readonly id: string }>(products: readonly Product[]) {
  return [...new Map(products.map((product) => [product.id, product])).values()]
}
