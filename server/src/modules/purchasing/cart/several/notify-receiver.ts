import { type Actor, ownerIdOf } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import type { CartSummary } from './cart-set-store.ts'

export type NotifyReceiverDeps = {
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly (Reader & { readonly name: string })[]>
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
}

/** Participant: tells the new owner of a cart who handed it over. */
export async function notifyReceiver(
  { reach, isMailTaken }: NotifyReceiverDeps,
  tx: Tx,
  actor: Actor,
  { id, company_id, name, inactive_owner_id, line_count }: CartSummary,
  now: Date,
): Promise<void> {
  if (!isMailTaken || inactive_owner_id === null) return
  const giverId = ownerIdOf(actor)
  const people = await reach(tx, company_id, [inactive_owner_id, giverId])
  const receiver = people.find(({ userId }) => userId === inactive_owner_id)
  if (!receiver) return
  const { locale } = receiver
  const giver = people.find(({ userId }) => userId === giverId)
  const person = giver ? oneLine(giver.name) : writeMail(locale, 'an_integration')
  enqueueMail(tx, {
    to: receiver.email,
    ...writeLetter(writeMail, locale, 'handed_over', {
      person,
      cart: name ?? id,
      lines: line_count,
    }),
    dedupeKey: `cart.handed_over/${id}/${now.getTime()}`,
    usefulUntil: after(now, daysMs(3)),
    now,
  })
}
