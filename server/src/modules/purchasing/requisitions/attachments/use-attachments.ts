import { type Actor, ownerIdOf } from '#kernel/actor'
import { usableSince } from '#platform/attachments'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { DraftLine } from '../read-input.ts'
import type { Requisition } from '../requisition.ts'
import { giveToLines, releaseFromLines } from './attachment-store.ts'

/**
 * Participant, after the open lines were replaced: the new lines get the files that they name. A file belongs to one line. Those
 * of lines that are gone belong to nothing, and a schedule deletes them.
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
  await releaseFromLines(tx, requisition)
}
