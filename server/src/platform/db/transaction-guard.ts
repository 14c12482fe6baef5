import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Tx } from './conn.ts'
import { combineWrites, type Gathering, type Write } from './gathered-writes.ts'

/** The transaction in which the current call runs. */
export type Frame = {
  open: boolean
  readonly afterCommit: (() => void)[]
  readonly gathered: Map<Gathering<never>, unknown[]>
  /** The text of the statement that is sent together with the commit. */
  last: string | undefined
}

/**
 * A pooled query inside a transaction runs on another connection. It survives the rollback, and may wait for a lock that its own
 * caller holds. So it throws instead.
 */
const insideTransaction = new AsyncLocalStorage<Frame>()

export function runInside<T>(frame: Frame, work: () => Promise<T>): Promise<T> {
  return insideTransaction.run(frame, work)
}

/** Refuses actions that must not happen while a transaction holds its locks: a pooled query, a call over the network. */
export function assertOutsideTransaction(what = 'Pooled query'): void {
  if (insideTransaction.getStore()?.open) {
    throw new Error(
      `${what} inside a transaction: ${what === 'Pooled query' ? 'pass the `tx` down instead of the pool' : 'do it after the commit'}.`,
    )
  }
}

/** Runs a hint once the transaction has committed. It never runs after a rollback, nor if the process dies before. */
export function afterCommit(tx: Tx, run: () => void): void {
  const frame = insideTransaction.getStore()
  assert(tx.isTransaction && frame?.open, 'afterCommit needs the open transaction it is called in')
  frame.afterCommit.push(run)
}

/**
 * Writes rows together with everything that the transaction has gathered, in one statement just before the commit. So they cost
 * the transaction one round trip, and hold locks for no longer than that. Rows of a kind are written in the order given. Nothing
 * in the transaction can read them. If the statement fails, it writes none of them.
 */
export function writeBeforeCommit<Item>(
  tx: Tx,
  gathering: Gathering<Item>,
  items: readonly Item[],
): void {
  const frame = insideTransaction.getStore()
  assert(tx.isTransaction && frame?.open, 'it is gathered in the open transaction it belongs to')
  const gathered = frame.gathered.get(gathering as Gathering<never>)
  if (!gathered) frame.gathered.set(gathering as Gathering<never>, [...items])
  else for (const item of items) gathered.push(item)
}

/** Only the commit follows this statement, so both are sent together. */
export async function writeGathered(tx: Tx, frame: Frame): Promise<void> {
  const writes: Write[] = []
  for (const [{ bulk, writes: writesOf }, items] of frame.gathered) {
    if (bulk && items.length >= bulk.from) await bulk.write(tx, items as never[])
    else writes.push(...writesOf(items as never[]))
  }
  const statement = combineWrites(writes)?.compile(tx)
  if (!statement) return
  frame.last = statement.sql
  await tx.executeQuery(statement)
}

/** Whether this statement ends the transaction in which the current call runs. */
export function isLastStatement(text: string): boolean {
  return insideTransaction.getStore()?.last === text
}

export const outsideTransactionOnly: KyselyPlugin = {
  transformQuery: ({ node }) => {
    assertOutsideTransaction()
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
