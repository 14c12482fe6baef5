import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { PictureFiles } from '#modules/images'
import {
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
import type { Database } from '#platform/db'
import { readRequisition } from '../change-requisitions.ts'
import { fail } from '../failures.ts'
import { type Attachment, fileKeyOf } from './attachment.ts'
import { countUnused, findAttachment, insertAttachment } from './attachment-store.ts'

export type AttachmentsDeps = {
  readonly database: Database
  /** The store that keeps the pictures of products, too. */
  readonly files: Pick<PictureFiles, 'read' | 'write' | 'delete'>
  readonly now: Clock
}

export type Attachments = {
  upload(actor: Actor, file: UploadedFile): Promise<Attachment>
  /** For those who may read the requisition. */
  download(
    actor: Actor,
    of: { readonly requisitionId: string; readonly attachmentId: string },
  ): Promise<SentFile>
}

export function createAttachments({ database, files, now: clock }: AttachmentsDeps): Attachments {
  return {
    upload: async (actor, file) => {
      const { companyId } = actor
      const uploadedBy = ownerIdOf(actor)
      const unused = await countUnused(database.pool, { companyId, uploadedBy }, unusedMax)
      if (unused >= unusedMax) throw fail('uploads_limit_reached', { limit: unusedMax })
      const read = await readUpload(file)
      if ('problem' in read) throw refusalOf(read.problem)
      const { content, mediaType } = read
      const now = clock()
      const attachment: Attachment = {
        companyId,
        id: newId('att', now),
        requisitionId: undefined,
        lineId: undefined,
        provesPrice: false,
        name: fileNameFrom(file.name),
        mediaType,
        bytes: content.length,
        uploadedBy,
        createdAt: now,
      }
      await database.transaction(async (tx) => {
        await insertAttachment(tx, attachment, sha256Of(content))
        recordAudit(tx, {
          companyId,
          actor,
          action: 'requisitions.attachment_uploaded',
          target: { type: 'requisition_attachment', id: attachment.id },
          outcome: 'done',
          details: { bytes: content.length, mediaType },
          now,
        })
      })
      // After the row: without one nobody would delete the file if the process dies here.
      await files.write(fileKeyOf(attachment.id), content, mediaType)
      return attachment
    },
    download: async (actor, { requisitionId, attachmentId }) => {
      const requisition = await readRequisition(database.pool, actor, requisitionId)
      const attachment = await findAttachment(database.pool, requisition, attachmentId)
      const content = attachment && (await files.read(fileKeyOf(attachmentId)))
      if (!content) throw fail('attachment_not_found', { attachmentId })
      return { attachment, content }
    },
  }
}

function refusalOf(problem: UploadProblem): Failure {
  if (problem === 'empty') return fail('attachment_empty')
  if (problem === 'too_large') return fail('attachment_too_large', { maxBytes: attachmentBytesMax })
  return fail('attachment_type_unsupported')
}
