import { type Actor, ownerIdOf } from '#kernel/actor'
import { usableSince } from '#platform/attachments'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { DraftLine } from '../read-input.ts'
import type { Requisition } from '../requisition.ts'
import { giveToLines, replacePriceProofs } from './attachment-store.ts'

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
  const by = uploadsOf(actor, requisition.changedAt)
  const given = new Set(wanted.length > 0 ? await giveToLines(tx, requisition, by, wanted) : [])
  const ids = wanted.map(({ attachmentId }) => attachmentId)
  assertGiven(ids.filter((id, at) => !given.has(id) || ids.indexOf(id) !== at))
}

/** Participant, for a line that the transaction has locked: these files prove its negotiated price, in the place of others. */
export async function provePrice(
  tx: Tx,
  actor: Actor,
  requisition: Requisition,
  lineId: string,
  { attachmentIds, now }: { readonly attachmentIds: readonly string[]; readonly now: Date },
): Promise<void> {
  const by = uploadsOf(actor, now)
  const given = await replacePriceProofs(tx, requisition, lineId, by, attachmentIds)
  assertGiven(attachmentIds.filter((id) => !given.includes(id)))
}

const uploadsOf = (actor: Actor, now: Date) => ({
  uploadedBy: ownerIdOf(actor),
  since: usableSince(now),
})

function assertGiven(missing: readonly string[]): void {
  if (missing.length > 0) throw fail('attachments_unknown', { attachmentIds: [...missing] })
}
