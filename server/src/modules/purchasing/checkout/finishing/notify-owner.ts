import { decimalOf } from '#kernel/money'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { formatMoney } from '#platform/locale'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import type { Attempt } from '../attempt.ts'
import { writeMail } from '../mails.ts'

/** How the service writes to the person who checked out. */
export type NotifyOwnerDeps = {
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly (Reader & { readonly name: string })[]>
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
}

/**
 * Participant: notifies the owner of a checkout that a colleague has cancelled it, and who. An integration gets no
 * mail: it reads the checkout.
 */
export async function notifyOwner(
  { reach, isMailTaken }: NotifyOwnerDeps,
  tx: Tx,
  { id, companyId, ownerId, cancelledBy, total, snapshot: { poNumber } }: Attempt,
  now: Date,
): Promise<void> {
  if (!isMailTaken || cancelledBy === undefined || cancelledBy === ownerId) return
  const people = await reach(tx, companyId, [ownerId, cancelledBy])
  const owner = people.find(({ userId }) => userId === ownerId)
  if (!owner) return
  const colleague = people.find(({ userId }) => userId === cancelledBy)
  const { locale } = owner
  const who = colleague ? oneLine(colleague.name) : writeMail(locale, 'an_integration')
  const price = formatMoney(locale, { amount: decimalOf(total), currency: total.currency })
  const amount = `${price}${poNumber ? ` (${oneLine(poNumber)})` : ''}`
  enqueueMail(tx, {
    to: owner.email,
    ...writeLetter(writeMail, locale, 'cancelled', { who, amount, id }),
    dedupeKey: `checkout.cancelled/${id}`,
    usefulUntil: after(now, daysMs(3)),
    now,
  })
}
