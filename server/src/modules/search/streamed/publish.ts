import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type {
  NewEvent,
  SearchKey,
  SearchRecord,
  SourceName,
  SourceProgress,
} from './search-record.ts'
import { lockAndMarkTold, lockRunning, type Step, writeStep } from './search-store.ts'

/** Rung when a search has new events. */
export const eventsTopic = ({ id }: SearchKey): string => `catalog.search/${id}`

/** The search is over, or another worker has it: nothing more is to be written. */
export class SearchTaken extends Error {
  override readonly name = 'SearchTaken'
}

export type Publishing = {
  readonly database: Database
  readonly search: SearchKey
  /** The fence: without this lease nothing is written. */
  readonly leaseToken: string
}

/** A batch of products that a source found; what was told before is left out. */
export type FoundBatch<Product extends { readonly id: string }> = {
  readonly source: SourceName
  readonly products: readonly Product[]
  /** What the source says besides, after its products. */
  readonly others?: readonly NewEvent[]
  readonly progress?: (told: readonly Product[]) => Partial<Omit<SourceProgress, 'status'>>
  /** No more than this in all. */
  readonly productsMax: number
}

/**
 * Writes products as one event, each product once in the search. Returns those that were new. The events, what was
 * told and how far the source has come are one transaction, so that after a crash another worker goes on exactly there.
 */
export async function publishProducts<Product extends { readonly id: string }>(
  publishing: Publishing,
  { source, products, others = [], progress = () => ({}), productsMax }: FoundBatch<Product>,
): Promise<{ readonly told: readonly Product[]; readonly total: number }> {
  const { database, search, leaseToken } = publishing
  const ids = products.map(({ id }) => id)
  return database.transaction(async (tx) => {
    const { held, fresh } =
      (await lockAndMarkTold(tx, search, leaseToken, ids, productsMax)) ?? taken()
    const told = distinct(products).filter(({ id }) => fresh.has(id))
    const batch: NewEvent[] = told.length
      ? [{ kind: 'products', data: { source, products: told }, products: told.length }]
      : []
    const before = held.sources[source]
    const after = {
      status: 'running',
      ...(before?.deadlineAt !== undefined && { deadlineAt: before.deadlineAt }),
      found: (before?.found ?? 0) + told.length,
      ...progress(told),
    }
    const total = held.products + told.length
    await writeStep(tx, held, {
      events: [...batch, ...others],
      sources: { ...held.sources, [source]: after as SourceProgress },
      products: total,
    })
    ringAfterCommit(tx, eventsTopic(search))
    return { told, total }
  })
}

/** What the products of the last batch cost. */
export async function publishQuotes(publishing: Publishing, data: object): Promise<void> {
  await inSearch(publishing, (tx, held) => {
    const { catalog, ...others } = held.sources
    const { unquoted: _quoted, ...rest } = catalog ?? { status: 'running', found: 0 }
    return writeStep(tx, held, {
      events: [{ kind: 'quote', data }],
      sources: { ...others, catalog: rest },
      products: held.products,
    })
  })
}

/** A source has ended. `isLate`: because its deadline passed. */
export async function publishSourceEnd(
  publishing: Publishing,
  source: SourceName,
  status: SourceProgress['status'],
  isLate = false,
): Promise<void> {
  await inSearch(publishing, (tx, held) => {
    const { found = 0, match } = held.sources[source] ?? {}
    const ended = { status, found, ...(match && { match }), ...(isLate && { isLate }) }
    return writeStep(tx, held, {
      events: [{ kind: 'source', data: { source, status, found } }],
      sources: { ...held.sources, [source]: ended },
      products: held.products,
    })
  })
}

/** The search is over. */
export async function publishEnd(
  publishing: Publishing,
  endOf: (held: SearchRecord) => Pick<Step, 'events' | 'end'> & Partial<Pick<Step, 'sources'>>,
): Promise<void> {
  await inSearch(publishing, (tx, held) =>
    writeStep(tx, held, { sources: held.sources, ...endOf(held), products: held.products }),
  )
}

async function inSearch<Result>(
  { database, search, leaseToken }: Publishing,
  work: (tx: Tx, held: SearchRecord) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const held = await lockRunning(tx, search, leaseToken)
    if (!held) return taken()
    const result = await work(tx, held)
    ringAfterCommit(tx, eventsTopic(search))
    return result
  })
}

function taken(): never {
  throw new SearchTaken('The search is over or in other hands.')
}

function distinct<Product extends { readonly id: string }>(products: readonly Product[]) {
  return [...new Map(products.map((product) => [product.id, product])).values()]
}
