export const batchMax = 5_000
const batchesMax = 20

export type Batched = {
  readonly count: number
  /** There may be more: what is left is for the housekeeping, or for the next time. */
  readonly isMore: boolean
}

/** Bounded work on very many rows: statements of so many each, and only so many of those. */
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
