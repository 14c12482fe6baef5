import { type Actor, ownerIdOf } from '#kernel/actor'
import { usableSince } from '#platform/attachments'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { DraftLine } from '../read-input.ts'
import type { Requisition } from '../requisition.ts'
import { giveToLines } from './attachment-store.ts'

/**
 * Participant, after the lines were written: they get the files that they name, also those of lines that are gone. A file belongs to
 * one line.
 */
export async function useAttachments(
  tx: Tx,
  actor: Actor,
  requisition: Requisition,
  lines: readonly DraftLine[],
): Promise<void> {
  const wanted = lines.flatMap(({ id: lineId, attachmentIds }) =>
    attachmentIds.map((attachmentId) => ({ attachmentId, lineId })),
  )
  const by = { uploadedBy: ownerIdOf(actor), since: usableSince(requisition.changedAt) }
  const given = new Set(wanted.length > 0 ? await giveToLines(tx, requisition, by, wanted) : [])
  const ids = wanted.map(({ attachmentId }) => attachmentId)
  const missing = ids.filter((id, at) => !given.has(id) || ids.indexOf(id) !== at)
  if (missing.length > 0) throw fail('attachments_unknown', { attachmentIds: missing })
}
