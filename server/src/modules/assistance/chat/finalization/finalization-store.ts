import type { Id } from '#kernel/id'
import { sql, type Tx } from '#platform/db'
import type { Queue } from '#platform/leases'
import type { Session, SessionKey } from '../sessions/session.ts'
import { lockSession } from '../sessions/session-store.ts'
import type { FinalizationRow } from '../tables.ts'

/** The row is the job. A claim only moves `available_at`, so the row of a lost worker is due again. */
export const finalizationQueue = {
  table: 'chat.finalizations',
  key: ['company_id', 'session_id'],
  id: 'session_id',
  waiting: ['WAITING'],
  // Short, because a person waits and the work takes milliseconds.
  leaseSeconds: 10,
  poison: { is: 'retried_slowly' },
} as const satisfies Queue

export type Finalization = {
  readonly session: SessionKey
  /** How often a worker has found searches that still run. */
  readonly looks: number
  /** A worker was lost while it held the row. */
  readonly isRecovered: boolean
}

export async function insertFinalization(
  tx: Tx,
  { companyId, id }: SessionKey,
  availableAt: Date,
): Promise<void> {
  await sql`
    insert into chat.finalizations (company_id, session_id, state, available_at)
    values (${companyId}, ${id}, 'WAITING', ${availableAt})
  `.execute(tx)
}

/** Locks the session if the worker still holds its finalization. */
export async function lockFinalizing(
  tx: Tx,
  { companyId, id }: SessionKey,
  leaseToken: string,
): Promise<Session | undefined> {
  // The session first, as every other change of it does.
  const session = await lockSession(tx, companyId, id)
  const { rows } = await sql`
    select from chat.finalizations
    where company_id = ${companyId} and session_id = ${id} and lease_token = ${leaseToken}
    for update
  `.execute(tx)
  return rows.length === 1 && session?.state === 'FINALIZING' ? session : undefined
}

export async function deleteFinalization(tx: Tx, { companyId, id }: SessionKey): Promise<void> {
  await sql`
    delete from chat.finalizations where company_id = ${companyId} and session_id = ${id}
  `.execute(tx)
}

/** Each claim counts an attempt, and each regular end a look. An attempt without an end is a worker that was lost. */
export function toFinalization(row: FinalizationRow): Finalization {
  return {
    session: { companyId: row.company_id as Id<'co'>, id: row.session_id as Id<'chs'> },
    looks: row.looks,
    isRecovered: row.deaths > 0 || row.attempts > row.looks + 1,
  }
}
