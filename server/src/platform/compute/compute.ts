import { type ComputeContext, type ComputePool, openPool, type PoolOptions } from './pool.ts'

/** Runs what companies make the service compute in child processes. */
export type Compute = {
  openPool<Question, Answer>(options: PoolOptions<Answer>): ComputePool<Question, Answer>
  /** Ends every child of every pool. */
  close(): Promise<void>
}

export function createCompute(context: ComputeContext): Compute {
  const pools = new Set<{ close(): Promise<void> }>()
  return {
    openPool: <Question, Answer>(options: PoolOptions<Answer>) => {
      const pool = openPool<Question, Answer>(context, options)
      const opened: ComputePool<Question, Answer> = {
        ...pool,
        close: async () => {
          pools.delete(opened)
          await pool.close()
        },
      }
      pools.add(opened)
      return opened
    },
    close: async () => {
      await Promise.all([...pools].map((pool) => pool.close()))
    },
  }
}
