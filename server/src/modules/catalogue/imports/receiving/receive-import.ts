import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { type Id, newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { upsertSuppliers } from '#modules/products'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { claimKey, completeClaim, type IdempotencyClaim } from '#platform/idempotency'
import { ringAfterCommit, type Wake } from '#platform/wake'
import { fail } from '../failures.ts'
import type { CatalogImport, ImportFormat, ImportOptions } from '../import.ts'
import { deleteImport, findImport, findLiveImport, markQueued } from '../import-store.ts'
import type { ImportMetrics } from '../metrics.ts'
import { formatOfContent, formatOfMediaType } from '../reading/detect-format.ts'
import { deleteFile } from './file-store.ts'
import {
  extendUpload,
  insertChunk,
  insertUpload,
  markBroken,
  storedBytes,
  type UploadKey,
  type UploadShare,
} from './upload-store.ts'

export const importsTopic = 'catalog.imports'

export type ReceiveDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly metrics: ImportMetrics
  readonly wake: Wake
  readonly bytesMax: number
  /** The limit for all suppliers together. */
  readonly storedBytesMax: number
  readonly share: UploadShare
}

export type Upload = {
  readonly supplier: { readonly id: Id<'co'>; readonly name: string }
  readonly options: ImportOptions
  readonly mediaType: string
  /** The length that the client declares. The service counts the received bytes. */
  readonly contentLength: number | undefined
  readonly body: Readable
  readonly claim: IdempotencyClaim | undefined
}

/** The size of a stored piece: large enough for few statements, small enough for the memory. */
const chunkBytes = 1_048_576

/** After this time without a sign of life, an upload counts as abandoned: its process is gone. */
const aliveMs = secondsMs(90)
const extendEveryMs = secondsMs(20)

/**
 * Stores a file as it arrives, and queues its import when it is complete. Only the piece that is being written is in
 * memory, so a slow database slows the client down. At the end, successful or not, the upload releases its part of the
 * supplier's share.
 */
export async function receiveImport(
  deps: ReceiveDeps,
  actor: Actor,
  upload: Upload,
): Promise<CatalogImport> {
  const { database, now, metrics } = deps
  const { supplier, claim } = upload
  const key = { companyId: supplier.id, id: newId('imp', now()) }
  try {
    await assertUploadAcceptable(deps, upload)
    await open(deps, actor, upload, key)
    metrics.uploading(1)
    const extending = setInterval(() => {
      // If one renewal fails, others follow before the time is over.
      extendUpload(database.pool, key, after(now(), aliveMs)).catch(() => undefined)
    }, extendEveryMs)
    try {
      const { bytes, chunks, head, digest } = await keep(deps, upload, key)
      const format = formatOf(upload, head)
      if (claim) completeClaim(claim, digest)
      const firstId = await queue(deps, actor, upload, { id: key.id, bytes, chunks, format })
      return await getImport(deps, supplier.id, firstId)
    } catch (error) {
      await markBroken(database.pool, key, now())
      await deleteFile(database.pool, supplier.id, key.id)
      throw error
    } finally {
      clearInterval(extending)
      metrics.uploading(-1)
    }
  } catch (error) {
    if (error instanceof Failure) metrics.refused(error.code)
    throw error
  }
}

async function assertUploadAcceptable(deps: ReceiveDeps, upload: Upload): Promise<void> {
  const { pool } = deps.database
  if ((upload.contentLength ?? 0) > deps.bytesMax) throw tooLarge(deps)
  const stored = await storedBytes(pool)
  if (stored + (upload.contentLength ?? 0) > deps.storedBytesMax) throw fail('import_store_full')
  // A repeated request would find its own import here. It is answered at the end, when its body is known.
  const live = upload.claim ? undefined : await findLiveImport(pool, upload.supplier.id)
  if (live !== undefined) throw fail('import_under_way', { importId: live })
}

const tooLarge = ({ bytesMax }: ReceiveDeps) =>
  fail('import_file_too_large', { maxBytes: bytesMax })

const shareFull = ({ share }: ReceiveDeps) =>
  fail('import_share_full', { maxBytes: share.storedBytesMax })

async function open(
  deps: ReceiveDeps,
  actor: Actor,
  { options, contentLength = 0 }: Upload,
  key: UploadKey,
): Promise<void> {
  const now = deps.now()
  const admission = await deps.database.transaction((tx) =>
    insertUpload(
      tx,
      {
        ...key,
        options,
        startedBy: actor.id,
        bytesExpected: contentLength,
        aliveUntil: after(now, aliveMs),
        now,
      },
      deps.share,
    ),
  )
  if (admission === 'TOO_MANY') {
    throw fail('import_uploads_too_many', { maxUploads: deps.share.uploadsMax })
  }
  if (admission === 'SHARE_FULL') throw shareFull(deps)
}

/** Writes the pieces one after the other. */
async function keep(deps: ReceiveDeps, { body }: Upload, key: UploadKey) {
  const { database, now, share } = deps
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let length = 0
  let bytes = 0
  let chunks = 0
  let head = Buffer.alloc(0)
  const write = async () => {
    const chunk = Buffer.concat(waiting, length)
    if (chunks === 0) head = chunk.subarray(0, 65_536)
    const piece = { place: chunks, bytes: chunk, aliveUntil: after(now(), aliveMs) }
    const stored = await database.transaction((tx) =>
      insertChunk(tx, key, piece, share.storedBytesMax),
    )
    if (stored === 'SHARE_FULL') throw shareFull(deps)
    if (stored === 'ENDED') throw fail('import_upload_cancelled', { importId: key.id })
    // Concurrent uploads were not counted when this one was admitted.
    if ((await storedBytes(database.pool)) > deps.storedBytesMax) throw fail('import_store_full')
    chunks += 1
    waiting = []
    length = 0
  }
  // The body of a refused file stays open: the server discards it, and the client keeps its connection.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > deps.bytesMax) throw tooLarge(deps)
    hash.update(piece)
    waiting.push(piece)
    length += piece.length
    if (length >= chunkBytes) await write()
  }
  if (length > 0) await write()
  if (bytes === 0) throw fail('import_file_empty')
  deps.metrics.received(bytes)
  return { bytes, chunks, head, digest: hash.digest() }
}

/** The format from the options, or else from the media type, or else from the content. */
function formatOf({ options, mediaType }: Upload, head: Buffer): ImportFormat {
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  const format =
    options.format ?? formatOfMediaType(mediaType) ?? (isPacked ? undefined : formatOfContent(head))
  if (format === undefined) throw fail('import_format_unknown', { mediaType })
  return format
}

type Kept = {
  readonly id: Id<'imp'>
  readonly bytes: number
  readonly chunks: number
  readonly format: ImportFormat
}

/** The file is complete, so queue its import. Returns the import of the request. */
async function queue(
  { database, now }: ReceiveDeps,
  actor: Actor,
  { supplier, options, claim }: Upload,
  kept: Kept,
): Promise<string> {
  return database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, claim, kept.id, now())
    if (firstId !== kept.id) {
      await deleteImport(tx, supplier.id, kept.id)
      return firstId
    }
    await upsertSuppliers(tx, [supplier])
    const { id, bytes, chunks, format } = kept
    const queued = { companyId: supplier.id, id, bytes, chunks, format, now: now() }
    if (!(await markQueued(tx, queued))) {
      const live = await findLiveImport(tx, supplier.id)
      if (live === undefined) throw fail('import_upload_cancelled', { importId: id })
      throw fail('import_under_way', { importId: live })
    }
    recordAudit(tx, {
      companyId: supplier.id,
      actor,
      action: 'catalog.import_started',
      target: { type: 'import', id },
      outcome: 'done',
      details: { format, bytes, replace: options.replace },
      now: now(),
    })
    ringAfterCommit(tx, importsTopic)
    return id
  })
}

async function getImport({ database }: ReceiveDeps, companyId: string, id: string) {
  const found = await findImport(database.pool, companyId, id)
  if (!found) throw fail('import_not_found', { importId: id })
  return found
}
