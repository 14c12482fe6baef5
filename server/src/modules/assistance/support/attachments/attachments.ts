import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, type Clock, hoursMs } from '#kernel/time'
import type { PictureFiles } from '#modules/images'
import { recordAudit } from '#platform/audit'
import type { Conn, Database } from '#platform/db'
import { authorOf, isAgent, scopeOf } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Attachment } from '../tickets/ticket.ts'
import type { AttachmentAddresses, SignedAddress } from './attachment-addresses.ts'
import { countUnused, findAttachment, insertAttachment } from './attachment-store.ts'
import { type AttachmentType, attachmentTypeOf } from './attachment-type.ts'

export type AttachmentsDeps = {
  readonly database: Database
  /** The store that keeps the pictures of products, too. */
  readonly files: Pick<PictureFiles, 'read' | 'write' | 'delete'>
  readonly addresses: AttachmentAddresses
  readonly now: Clock
}

export type UploadedFile = {
  readonly body: Readable
  readonly name: string | undefined
  /** The length that the client declares. The service counts the received bytes. */
  readonly contentLength: number | undefined
}

export type Attachments = {
  upload(actor: Actor, file: UploadedFile): Promise<Attachment>
  /** Throws `support.attachment_not_found` also for the files of internal notes, and for those that others have not used yet. */
  download(actor: Actor, attachmentId: string): Promise<AttachmentFile>
  /** For an address that we signed. Throws `support.address_invalid`, and `support.attachment_not_found` for a file without a message. */
  open(address: SignedAddress): Promise<AttachmentFile>
}

export type AttachmentFile = { readonly attachment: Attachment; readonly content: Buffer }

export const attachmentBytesMax = 10_000_000
const unusedMax = 30

/** A file that no message has used for so long is deleted. An hour before that it can no longer be used. */
export const unusedMs = hoursMs(24)
export const deletedAfterMs = hoursMs(25)

export const fileKeyOf = (attachmentId: string): string => `support/${attachmentId}`

export function createAttachments(deps: AttachmentsDeps): Attachments {
  const { database, files, now: clock } = deps
  return {
    upload: async (actor, { body, name, contentLength = 0 }) => {
      if (contentLength > attachmentBytesMax) throw tooLarge()
      const by = { companyId: actor.companyId, personId: authorOf(actor).id }
      if ((await countUnused(database.pool, by, unusedMax)) >= unusedMax) {
        throw fail('uploads_limit_reached')
      }
      const content = await readAll(body)
      const mediaType = await attachmentTypeOf(content)
      if (!mediaType) throw fail('attachment_type_unsupported')
      const now = clock()
      const attachment = attachmentFrom(actor, { content, mediaType, name }, now)
      await database.transaction(async (tx) => {
        await insertAttachment(tx, attachment, sha256Of(content))
        recordAudit(tx, {
          companyId: actor.companyId,
          actor,
          action: 'support.attachment_uploaded',
          target: { type: 'support_attachment', id: attachment.id },
          outcome: 'done',
          details: { bytes: content.length, mediaType },
          now,
        })
      })
      // After the row: without one nobody would delete the file if the process dies here.
      await files.write(fileKeyOf(attachment.id), content, mediaType)
      return attachment
    },
    download: async (actor, attachmentId) => {
      const found = await findReadable(database.pool, actor, attachmentId)
      return readFile(files, attachmentId, found)
    },
    open: async (address) => {
      const { attachmentId } = address
      if (!deps.addresses.isSigned(address, clock())) throw fail('address_invalid')
      // Whoever was erased has files without a message.
      const found = await findAttachment(database.pool, {}, attachmentId)
      const isUsed = found?.attachment.messageId !== undefined
      return readFile(files, attachmentId, isUsed ? found?.attachment : undefined)
    },
  }
}

async function readFile(
  files: AttachmentsDeps['files'],
  attachmentId: string,
  attachment: Attachment | undefined,
): Promise<AttachmentFile> {
  const content = attachment && (await files.read(fileKeyOf(attachmentId)))
  if (!content) throw fail('attachment_not_found', { attachmentId })
  return { attachment, content }
}

export const sha256Of = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')

async function findReadable(
  conn: Conn,
  actor: Actor,
  attachmentId: string,
): Promise<Attachment | undefined> {
  const found = await findAttachment(conn, scopeOf(actor), attachmentId)
  if (!found) return undefined
  const { attachment, internal } = found
  const isUsed = attachment.messageId !== undefined
  const mayRead = isUsed
    ? !internal || isAgent(actor)
    : attachment.uploadedBy === authorOf(actor).id
  return mayRead ? attachment : undefined
}

function attachmentFrom(
  actor: Actor,
  file: {
    readonly content: Buffer
    readonly mediaType: AttachmentType
    readonly name?: string | undefined
  },
  now: Date,
): Attachment {
  return {
    companyId: actor.companyId as Id<'co'>,
    id: newId('att', now),
    ticketId: undefined,
    messageId: undefined,
    name: fileNameFrom(file.name),
    mediaType: file.mediaType,
    bytes: file.content.length,
    uploadedBy: authorOf(actor).id,
    createdAt: now,
  }
}

/** The last part of a path, without control characters and without marks that turn the direction of a text. */
export function fileNameFrom(given = ''): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .slice(-200)
    .toWellFormed()
  return name === undefined || /^\.*$/.test(name) ? 'attachment' : name
}

async function readAll(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  // The body of a refused file stays open: the server discards it, and the client keeps its connection.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > attachmentBytesMax) throw tooLarge()
    pieces.push(piece)
  }
  if (bytes === 0) throw fail('attachment_empty')
  return Buffer.concat(pieces)
}

const tooLarge = () => fail('attachment_too_large', { maxBytes: attachmentBytesMax })

/** The instant before which an unused file can no longer be used. */
export const usableSince = (now: Date): Date => after(now, -unusedMs)
