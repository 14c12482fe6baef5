import type { Database, Tx } from '#platform/db'

/**
 * Opens a transaction that has done its work and commits when the test calls for it. Meanwhile the test reads outside
 * of it.
 */
export async function openTransaction(database: Database, work: (tx: Tx) => Promise<unknown>) {
  const ready = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const ended = database.transaction(async (tx) => {
    await work(tx)
    ready.resolve()
    await go.promise
  })
  await Promise.race([ready.promise, ended])
  return {
    commit: () => {
      go.resolve()
      return ended
    },
  }
}
