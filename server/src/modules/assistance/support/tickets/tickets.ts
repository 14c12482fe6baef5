import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import type { SupportDeps } from '../deps.ts'
import { openTicket } from './create-ticket.ts'
import { linkTypes, type Priority, type Ticket } from './ticket.ts'
import { writeMessage } from './write-message.ts'

type Question = {
  readonly subject: string
  readonly message: string
  readonly priority?: Priority | undefined
}

/** What automations do with tickets, in the name of a person. */
export type Tickets = {
  /**
   * Looks for the record that the ticket is about, before the transaction. The function that it returns is a participant. A record
   * that a ticket cannot link, or that the company does not see, is left out.
   */
  readyToOpen(
    actor: Actor,
    question: Question,
    about: { readonly type: string; readonly id: string },
  ): Promise<(tx: Tx, actor: Actor, now: Date) => Promise<Ticket>>
  /** Participant: returns the id of the message. Throws like a message of a person. */
  replyWithin(
    tx: Tx,
    actor: Actor,
    message: { readonly ticketId: string; readonly text: string },
    now: Date,
  ): Promise<string>
}

export function createTickets(deps: SupportDeps): Tickets {
  const { pool } = deps.database
  return {
    readyToOpen: async (actor, question, { type, id }) => {
      const known = linkTypes.find((one) => one === type)
      const link = known && (await deps.findLinked(pool, actor, { type: known, id }))
      const input = { ...question, checkedLinks: link ? [link] : [], via: 'AUTOMATION' as const }
      return (tx, asker, now) => openTicket(deps, tx, asker, input, now)
    },
    replyWithin: async (tx, actor, { ticketId, text }, now) => {
      const input = { ticketId, text, via: 'AUTOMATION' } as const
      const written = await writeMessage(deps, tx, actor, input, now)
      if (!written) throw new Error('a message without a mail is never a repetition')
      return written.message.id
    },
  }
}
