export const batchMax = 5_000
const batchesMax = 20

export type Batched = {
  readonly count: number
  /** There may be more: the housekeeping, or the next call, does the rest. */
  readonly isMore: boolean
}

/** Limits work on very many rows: statements of a fixed size, and a limited number of them. */
export async function inBatches(
  work: (limit: number) => Promise<number>,
  limit: number = batchMax,
): Promise<Batched> {
  let count = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const done = await work(limit)
    count += done
    if (done < limit) return { count, isMore: false }
  }
  return { count, isMore: true }
}
