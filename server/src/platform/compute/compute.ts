import { type ComputeContext, type ComputePool, openPool, type PoolOptions } from './pool.ts'

/** Runs what companies make the service compute in child processes. */
export type Compute = {
  openPool<Question, Answer>(options: PoolOptions<Answer>): ComputePool<Question, Answer>
  /** Ends every child of every pool. */
  close(): Promise<void>
}

export function createCompute(context: ComputeContext): Compute {
  const pools: { close(): Promise<void> }[] = []
  return {
    openPool: <Question, Answer>(options: PoolOptions<Answer>) => {
      const pool = openPool<Question, Answer>(context, options)
      pools.push(pool)
      return pool
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
