import { decimalOf } from '#kernel/money'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine } from '#platform/mail'
import type { Attempt } from './attempt.ts'

/** How the service writes to the person who checked out. */
export type NotifyOwnerDeps = {
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<
    readonly { readonly userId: string; readonly email: string; readonly name: string }[]
  >
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
  const who = colleague ? oneLine(colleague.name) : 'An integration of your company'
  const what = `${decimalOf(total)} ${total.currency}${poNumber ? ` (${oneLine(poNumber)})` : ''}`
  enqueueMail(tx, {
    to: owner.email,
    subject: `Your checkout of ${what} was cancelled`,
    text: `${who} has cancelled your checkout of ${what} before it became an order.

Nothing was bought, and your cart is as it was. If you still need the goods, check out again, or ask your colleague first.

The checkout: ${id}
`,
    dedupeKey: `checkout.cancelled/${id}`,
    usefulUntil: after(now, daysMs(3)),
    now,
  })
}
