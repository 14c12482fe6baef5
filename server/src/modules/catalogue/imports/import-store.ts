import assert from 'node:assert/strict'
import { type Conn, sql, type Tx } from '#platform/db'
import { type Lease, processDied, type Queue } from '#platform/leases'
import type { CatalogImport, ImportCounts, ImportFormat, ImportOptions } from './import.ts'
import type { ImportRow } from './tables.ts'

/** The row of an import is its job. */
export const importsQueue = {
  table: 'imports.imports',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['QUEUED'],
  working: 'RUNNING',
  lost: 'QUEUED',
  exhausted: 'FAILED',
  leaseSeconds: 60,
  attemptsMax: 5,
  poison: { is: 'set_aside', reasonColumn: 'failure_code' },
} as const satisfies Queue

export type ClaimedImport = CatalogImport & {
  readonly key: { readonly company_id: string; readonly id: string }
  readonly chunks: number
  readonly attempts: number
  readonly unnamed: number
}

export function toClaimed(row: ImportRow): ClaimedImport {
  const { company_id, id, chunks, attempts, unnamed } = row
  return {
    ...toImport(row),
    key: { company_id, id },
    chunks,
    attempts,
    unnamed: Number(unnamed),
  }
}

/** The file is complete. Returns false when another import of the supplier is not finished. */
export async function markQueued(
  tx: Tx,
  given: {
    readonly companyId: string
    readonly id: string
    readonly bytes: number
    readonly chunks: number
    readonly format: ImportFormat
    readonly now: Date
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imports.imports as i
    set state = 'QUEUED', bytes_received = ${given.bytes}, chunks = ${given.chunks}, format = ${given.format},
      queued_at = ${given.now}, available_at = ${given.now}, lease_until = null
    where company_id = ${given.companyId} and id = ${given.id} and state = 'RECEIVING'
      and not exists (select from imports.imports o
        where o.company_id = i.company_id and o.state in ('QUEUED', 'RUNNING'))
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns the waiting or running import of the supplier. */
export async function findLiveImport(conn: Conn, companyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from imports.imports where company_id = ${companyId} and state in ('QUEUED', 'RUNNING')
  `.execute(conn)
  return rows[0]?.id
}

/** Finds an import of one supplier, or for operators (`companyId` is undefined) of any. */
export async function findImport(
  conn: Conn,
  companyId: string | undefined,
  id: string,
): Promise<CatalogImport | undefined> {
  const { rows } = await sql<ImportRow>`
    select * from imports.imports where id = ${id} and company_id = coalesce(${companyId ?? null}::text, company_id)
  `.execute(conn)
  return rows[0] && toImport(rows[0])
}

/** Ends a waiting import. A running one gets the request to end. Returns undefined when it has already ended. */
export async function markCancelled(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imports.imports
    set cancel_requested_at = coalesce(cancel_requested_at, ${now}::timestamptz),
      state = case when state = 'RUNNING' then state else 'CANCELLED' end,
      ended_at = case when state = 'RUNNING' then null else ${now}::timestamptz end
    where company_id = ${companyId} and id = ${id} and state in ('RECEIVING', 'QUEUED', 'RUNNING')
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function markStarted(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await sql`
    update imports.imports set started_at = coalesce(started_at, ${now}::timestamptz)
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

export type Progress = ImportCounts & { readonly bytesRead: number; readonly unnamed: number }

/**
 * Records the progress of a run, in the transaction of the batch. It has no effect without the lease, and its row lock
 * keeps a second worker out until the commit. Returns whether the lease is held, and whether somebody has cancelled the
 * import.
 */
export async function markProgress(
  tx: Tx,
  key: ClaimedImport['key'],
  lease: Lease,
  progress: Progress,
): Promise<{ readonly held: boolean; readonly isCancelled: boolean }> {
  const { rows } = await sql<{ cancelled: boolean }>`
    update imports.imports
    set records_done = ${progress.records}, bytes_read = ${progress.bytesRead}, created = ${progress.created},
      updated = ${progress.updated}, unchanged = ${progress.unchanged}, failed = ${progress.failed},
      discontinued = ${progress.discontinued}, problems = ${progress.problems}, unnamed = ${progress.unnamed},
      attempts = 1
    where company_id = ${key.company_id} and id = ${key.id} and state = 'RUNNING' and lease_token = ${lease.token}
    returning cancel_requested_at is not null as cancelled
  `.execute(tx)
  return { held: rows.length === 1, isCancelled: rows[0]?.cancelled ?? false }
}

/** Deletes the second upload of a repeated request. */
export async function deleteImport(tx: Tx, companyId: string, id: string): Promise<void> {
  await sql`delete from imports.imports where company_id = ${companyId} and id = ${id}`.execute(tx)
}

/**
 * Called for an import that the sweeper gave up after the last attempt. The sweeper's statement does not know these
 * columns.
 */
export async function markGivenUp(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await sql`
    update imports.imports set failure = '{}', ended_at = ${now},
      failure_code = case failure_code when ${processDied} then 'catalog.import_process_died'
        else 'catalog.import_given_up' end
    where company_id = ${companyId} and id = ${id} and state = 'FAILED'
  `.execute(tx)
}

export function toImport(row: ImportRow): CatalogImport {
  assert(row.id.startsWith('imp_'))
  return {
    id: row.id as CatalogImport['id'],
    companyId: row.company_id as CatalogImport['companyId'],
    state: row.state as CatalogImport['state'],
    options: row.options as ImportOptions,
    format: (row.format ?? undefined) as ImportFormat | undefined,
    bytesReceived: Number(row.bytes_received),
    bytesRead: Number(row.bytes_read),
    counts: {
      records: Number(row.records_done),
      created: Number(row.created),
      updated: Number(row.updated),
      unchanged: Number(row.unchanged),
      failed: Number(row.failed),
      discontinued: Number(row.discontinued),
      problems: Number(row.problems),
    },
    failure:
      row.failure_code === null
        ? undefined
        : { code: row.failure_code, details: (row.failure ?? {}) as Record<string, unknown> },
    startedBy: row.started_by,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    cancelRequestedAt: row.cancel_requested_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}
