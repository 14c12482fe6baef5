import { setTimeout as wait } from 'node:timers/promises'
import { lockProductsById } from '#modules/products'
import type { Database } from '#platform/db'
import { analysisVersion } from './document.ts'
import { indexProducts } from './index-store.ts'
import { createWordReader } from './read-words.ts'
import { findPass, insertPass, listBehind, markPass, markPassCompleted } from './reindex-store.ts'

export type ReindexDeps = {
  readonly database: Database
  readonly now: () => Date
  /** Called after each batch. */
  readonly onReindexed: (documents: number) => void
}

const batchMax = 200
/** The pause between batches, because searches and sales have priority. */
const pauseMs = 100

/**
 * Updates the documents of an older release, in small batches. Each batch commits with its position, so an interrupted
 * pass continues there. A completed pass costs one statement.
 */
export async function reindexDocuments(deps: ReindexDeps, signal: AbortSignal): Promise<void> {
  const { database } = deps
  const begun = await findPass(database.pool, analysisVersion)
  if (begun?.completed) return
  if (!begun) await database.transaction((tx) => insertPass(tx, analysisVersion))
  const reader = createWordReader()
  while ((await reindexBatch(deps, reader)) > 0) await wait(pauseMs, undefined, { signal })
}

async function reindexBatch(
  { database, now, onReindexed }: ReindexDeps,
  reader: ReturnType<typeof createWordReader>,
): Promise<number> {
  const written = await database.transaction(async (tx) => {
    const { place = '', done = 0 } = (await findPass(tx, analysisVersion)) ?? {}
    const ids = await listBehind(tx, analysisVersion, place, batchMax)
    const last = ids.at(-1)
    if (last === undefined) {
      await markPassCompleted(tx, analysisVersion, now())
      return 0
    }
    const products = await lockProductsById(tx, ids)
    await indexProducts(tx, products, reader)
    await markPass(tx, analysisVersion, { place: last, done: done + ids.length })
    return ids.length
  })
  onReindexed(written)
  return written
}
