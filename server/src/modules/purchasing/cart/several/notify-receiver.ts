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

type News = {
  readonly cart: Pick<CartSummary, 'id' | 'company_id' | 'name' | 'line_count'>
  readonly receiverId: string
  readonly kind: 'handed_over' | 'shared'
}

/** Participant: tells a member who handed a cart over, or shares it. */
export async function notifyReceiver(
  { reach, isMailTaken }: NotifyReceiverDeps,
  tx: Tx,
  actor: Actor,
  { cart: { id, company_id, name, line_count }, receiverId, kind }: News,
  now: Date,
): Promise<void> {
  if (!isMailTaken) return
  const giverId = ownerIdOf(actor)
  const people = await reach(tx, company_id, [receiverId, giverId])
  const receiver = people.find(({ userId }) => userId === receiverId)
  if (!receiver) return
  const { locale } = receiver
  const giver = people.find(({ userId }) => userId === giverId)
  const person = giver ? oneLine(giver.name) : writeMail(locale, 'an_integration')
  enqueueMail(tx, {
    to: receiver.email,
    ...writeLetter(writeMail, locale, kind, {
      person,
      cart: name ?? id,
      lines: line_count,
    }),
    dedupeKey: `cart.${kind}/${id}/${receiverId}/${now.getTime()}`,
    usefulUntil: after(now, daysMs(3)),
    now,
  })
}
