import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Tx } from './conn.ts'

/** What is known of the transaction that the present call runs in. */
export type Frame = { open: boolean; readonly afterCommit: (() => void)[] }

/**
 * A pooled query inside a transaction runs on another connection: it survives the rollback, and may
 * wait for a lock that its own caller holds. So it fails loudly instead.
 */
const insideTransaction = new AsyncLocalStorage<Frame>()

export function runInside<T>(frame: Frame, work: () => Promise<T>): Promise<T> {
  return insideTransaction.run(frame, work)
}

/** For whatever must not happen while a transaction holds its locks: a pooled query, a call over the network. */
export function refuseInsideTransaction(what = 'Pooled query'): void {
  if (insideTransaction.getStore()?.open) {
    throw new Error(
      `${what} inside a transaction: ${what === 'Pooled query' ? 'pass the `tx` down instead of the pool' : 'do it after the commit'}.`,
    )
  }
}

/** Runs a hint once the transaction has committed; never after a rollback, and never if the process dies before. */
export function afterCommit(tx: Tx, run: () => void): void {
  const frame = insideTransaction.getStore()
  assert(tx.isTransaction && frame?.open, 'afterCommit needs the open transaction it is called in')
  frame.afterCommit.push(run)
}

export const outsideTransactionOnly: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseInsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Catches a query that outlives its transaction, which is nearly always a missing `await`. */
export function whileOpen(frame: Frame): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (!frame.open) throw new Error('Query on a finished transaction: an `await` is missing.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
