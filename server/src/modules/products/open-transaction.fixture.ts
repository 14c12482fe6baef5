import type { Database, Tx } from '#platform/db'

/** A transaction that has done its work and commits when the test says so. Meanwhile the test reads outside of it. */
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
