/**
 * Collects entries while a write runs, and writes them together: the higher the load, the fewer statements an entry
 * costs.
 */
export type Ledger<Entry> = {
  /** Resolves when the entry is stored, rejects when its statement failed. */
  write(entry: Entry): Promise<void>
}

const batchMax = 200

export function createLedger<Entry>(
  store: (entries: readonly Entry[]) => Promise<void>,
): Ledger<Entry> {
  type Waiting = { entry: Entry; resolve(): void; reject(error: unknown): void }
  const gathered: Waiting[] = []
  let isWriting = false

  const writeAll = async () => {
    isWriting = true
    // Entries that arrive in the same turn join this write.
    await new Promise((resolve) => setImmediate(resolve))
    while (gathered.length > 0) {
      const batch = gathered.splice(0, batchMax)
      try {
        await store(batch.map(({ entry }) => entry))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        gathered.push({ entry, resolve, reject })
        if (!isWriting) void writeAll()
      }),
  }
}
