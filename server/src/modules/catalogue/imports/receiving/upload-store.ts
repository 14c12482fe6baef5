import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { ImportOptions } from '../import.ts'

export type UploadKey = { readonly companyId: string; readonly id: string }

/** The part of the common storage that one supplier may use. */
export type UploadShare = {
  /** The limit of open uploads. */
  readonly uploadsMax: number
  /** The limit of bytes in waiting files, including those still expected. */
  readonly storedBytesMax: number
}

export type Admission = 'ADMITTED' | 'TOO_MANY' | 'SHARE_FULL'

export type NewUpload = UploadKey & {
  readonly options: ImportOptions
  readonly startedBy: string
  /** The size that the client declares. The received bytes are counted later. */
  readonly bytesExpected: number
  readonly aliveUntil: Date
  readonly now: Date
}

/**
 * Opens an upload if the share of its supplier has room for it. Uploads of one supplier are admitted one after the
 * other, so that concurrent requests stay within the share. First it ends uploads of lost processes.
 */
export async function insertUpload(
  tx: Tx,
  upload: NewUpload,
  share: UploadShare,
): Promise<Admission> {
  const { companyId, id, options, startedBy, bytesExpected, aliveUntil, now } = upload
  await oneAfterTheOther(tx, shareOf(companyId))
  await failAbandonedUploads(tx, now)
  const { rows } = await sql<{ open: number; bytes: number | string }>`
    select count(*) filter (where state = 'RECEIVING')::integer as open, coalesce(sum(bytes_received), 0) as bytes
    from imports.imports where company_id = ${companyId} and state in ('RECEIVING', 'QUEUED', 'RUNNING')
  `.execute(tx)
  const { open = 0, bytes = 0 } = rows[0] ?? {}
  if (open >= share.uploadsMax) return 'TOO_MANY'
  if (Number(bytes) + bytesExpected > share.storedBytesMax) return 'SHARE_FULL'
  await sql`
    insert into imports.imports (company_id, id, state, available_at, lease_until, options, started_by, created_at)
    values (${companyId}, ${id}, 'RECEIVING', ${now}, ${aliveUntil}, ${JSON.stringify(options)}::jsonb, ${startedBy}, ${now})
  `.execute(tx)
  return 'ADMITTED'
}

/** The lock under which the share of a supplier is read and used. */
const shareOf = (companyId: string) => `catalog.uploads ${companyId}`

/** `ENDED`: somebody cancelled the import, or the sweeper ended it as abandoned. */
export type ChunkStored = 'STORED' | 'SHARE_FULL' | 'ENDED'

/** Participant. Stores a piece of the file at its place, if the share of the supplier has room. */
export async function insertChunk(
  tx: Tx,
  { companyId, id }: UploadKey,
  chunk: { readonly place: number; readonly bytes: Buffer; readonly aliveUntil: Date },
  storedBytesMax: number,
): Promise<ChunkStored> {
  const { place, bytes, aliveUntil } = chunk
  await oneAfterTheOther(tx, shareOf(companyId))
  const { rows } = await sql<{ is_open: boolean; is_stored: boolean }>`
    with kept as (
      select coalesce(sum(bytes_received), 0) as bytes, coalesce(bool_or(id = ${id} and state = 'RECEIVING'), false) as is_open
      from imports.imports where company_id = ${companyId} and state in ('RECEIVING', 'QUEUED', 'RUNNING')
    ), counted as (
      update imports.imports set bytes_received = bytes_received + ${bytes.length}, lease_until = ${aliveUntil}
      where company_id = ${companyId} and id = ${id} and state = 'RECEIVING'
        and (select bytes from kept) + ${bytes.length} <= ${storedBytesMax}
      returning id
    ), chunk as (
      insert into imports.chunks (company_id, import_id, place, bytes)
      select ${companyId}, id, ${place}, ${bytes} from counted
    )
    select kept.is_open, exists (select from counted) as is_stored from kept
  `.execute(tx)
  if (rows[0]?.is_stored) return 'STORED'
  return rows[0]?.is_open ? 'SHARE_FULL' : 'ENDED'
}

/** Keeps a running upload from counting as abandoned, however slow it is. */
export async function extendUpload(
  conn: Conn,
  { companyId, id }: UploadKey,
  aliveUntil: Date,
): Promise<void> {
  await sql`
    update imports.imports set lease_until = ${aliveUntil}
    where company_id = ${companyId} and id = ${id} and state = 'RECEIVING'
  `.execute(conn)
}

/** Ends an upload that was interrupted. */
export async function markBroken(
  conn: Conn,
  { companyId, id }: UploadKey,
  now: Date,
): Promise<void> {
  await sql`
    update imports.imports set state = 'FAILED', failure_code = 'catalog.upload_broken', failure = '{}', ended_at = ${now}
    where company_id = ${companyId} and id = ${id} and state = 'RECEIVING'
  `.execute(conn)
}

/** Ends uploads of lost processes. An earlier release set no time limit; none of its uploads takes three hours. */
export async function failAbandonedUploads(conn: Conn, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: an upload that was lost may be anybody's */
    update imports.imports
    set state = 'FAILED', failure_code = 'catalog.upload_broken', failure = '{}', ended_at = ${now}
    where state = 'RECEIVING' and coalesce(lease_until, created_at + interval '3 hours') < ${now}
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** The number of bytes in all stored files. */
export async function storedBytes(conn: Conn): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    /* across companies: the space is everybody's */
    select coalesce(sum(bytes_received), 0) as bytes from imports.imports
    where state in ('RECEIVING', 'QUEUED', 'RUNNING')
  `.execute(conn)
  return Number(rows[0]?.bytes ?? 0)
}
