import type { Actor } from '#kernel/actor'
import { usableSince } from '#platform/attachments'
import type { Tx } from '#platform/db'
import { authorOf } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Message } from '../tickets/ticket.ts'
import { attachTo } from './attachment-store.ts'

/** Participant: the message gets files that its author has uploaded. A file belongs to one message. */
export async function useAttachments(
  tx: Tx,
  actor: Actor,
  message: Message,
  attachmentIds: readonly string[] = [],
): Promise<void> {
  if (attachmentIds.length === 0) return
  const since = usableSince(message.createdAt)
  const by = { companyId: actor.companyId, personId: authorOf(actor).id, since }
  const used = await attachTo(tx, message, by, attachmentIds)
  const missing = attachmentIds.filter((id) => !used.includes(id))
  if (missing.length > 0) throw fail('attachments_unknown', { attachmentIds: missing })
}
