import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { type Id, newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { PictureFiles } from '#modules/images'
import {
  type AttachmentType,
  attachmentBytesMax,
  fileNameFrom,
  readUpload,
  type SentFile,
  sha256Of,
  type UploadedFile,
  type UploadProblem,
  unusedMax,
} from '#platform/attachments'
import { recordAudit } from '#platform/audit'
import type { Conn, Database } from '#platform/db'
import { authorOf, isAgent, scopeOf } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Attachment } from '../tickets/ticket.ts'
import type { AttachmentAddresses, SignedAddress } from './attachment-addresses.ts'
import { countUnused, findAttachment, insertAttachment } from './attachment-store.ts'

export type AttachmentsDeps = {
  readonly database: Database
  /** The store that keeps the pictures of products, too. */
  readonly files: Pick<PictureFiles, 'read' | 'write' | 'delete'>
  readonly addresses: AttachmentAddresses
  readonly now: Clock
}

export type Attachments = {
  upload(actor: Actor, file: UploadedFile): Promise<Attachment>
  /** Throws `support.attachment_not_found` also for the files of internal notes, and for those that others have not used yet. */
  download(actor: Actor, attachmentId: string): Promise<AttachmentFile>
  /** For an address that we signed. Throws `support.address_invalid`, and `support.attachment_not_found` for a file without a message. */
  open(address: SignedAddress): Promise<AttachmentFile>
}

type AttachmentFile = SentFile & { readonly attachment: Attachment }

export const fileKeyOf = (attachmentId: string): string => `support/${attachmentId}`

export function createAttachments(deps: AttachmentsDeps): Attachments {
  const { database, files, now: clock } = deps
  return {
    upload: async (actor, file) => {
      const by = { companyId: actor.companyId, personId: authorOf(actor).id }
      if ((await countUnused(database.pool, by, unusedMax)) >= unusedMax) {
        throw fail('uploads_limit_reached')
      }
      const read = await readUpload(file)
      if ('problem' in read) throw refusalOf(read.problem)
      const { content, mediaType } = read
      const now = clock()
      const attachment = attachmentFrom(actor, { ...read, name: file.name }, now)
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

function refusalOf(problem: UploadProblem): Failure {
  if (problem === 'empty') return fail('attachment_empty')
  if (problem === 'too_large') return fail('attachment_too_large', { maxBytes: attachmentBytesMax })
  return fail('attachment_type_unsupported')
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
