import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import { useAttachments } from '../attachments/use-attachments.ts'
import { authorOf, isAgent, type SupportDeps, scopeOf } from '../deps.ts'
import { TicketReplied } from '../events.ts'
import { fail } from '../failures.ts'
import { announceMessage } from '../mail/announce.ts'
import { insertMailText } from '../mail-text-store.ts'
import { afterAgentReply, afterCustomerReply, mayBeReopened } from './lifecycle.ts'
import { countMessages, insertMessage, listLinks } from './message-store.ts'
import { saveStep, ticketDataOf } from './note-step.ts'
import { addParticipant } from './participant-store.ts'
import { type Message, messagesMax, type Ticket } from './ticket.ts'
import { lockTicket } from './ticket-store.ts'
import { ticketsTopic } from './topics.ts'

export type NewMessage = {
  readonly ticketId: string
  readonly text: string
  readonly internal?: boolean | undefined
  readonly attachmentIds?: readonly string[] | undefined
  readonly via: Message['via']
  /** For a mail. One that arrives twice is one message. */
  readonly mailDigest?: string | undefined
  /** The whole text of the mail, if the message is only a part of it. */
  readonly mailText?: string | undefined
}

export type Written = { readonly ticket: Ticket; readonly message: Message }

/**
 * Participant: adds a message, and moves the ticket. Writers of one ticket wait for each other. Undefined: the mail is a message of
 * the ticket already.
 */
export async function writeMessage(
  deps: SupportDeps,
  tx: Tx,
  actor: Actor,
  input: NewMessage,
  now: Date,
): Promise<Written | undefined> {
  const before = await lockTicket(tx, scopeOf(actor), input.ticketId)
  if (!before) throw fail('ticket_not_found', { ticketId: input.ticketId })
  const { internal = false } = input
  if (internal && !isAgent(actor)) throw fail('agents_only')
  if (!internal) assertTicketOpen(before, now)
  if ((await countMessages(tx, before)) >= messagesMax) throw fail('ticket_full')
  const { companyId, id: ticketId } = before
  const message: Message = {
    companyId,
    ticketId,
    id: newId('msg', now),
    author: authorOf(actor),
    internal,
    text: input.text,
    via: input.via,
    isShortened: input.mailText !== undefined,
    createdAt: now,
  }
  if (!(await insertMessage(tx, message, input.mailDigest))) return undefined
  if (input.mailText !== undefined) await insertMailText(tx, message, input.mailText)
  await useAttachments(tx, actor, message, input.attachmentIds)
  const ticket = internal ? before : await moveOn(deps, tx, actor, before, message, now)
  if (!internal) {
    const attachments = input.attachmentIds?.length ?? 0
    await announceMessage(deps, tx, { ticket, message, attachments })
  }
  noteMessage(tx, actor, message, now)
  return { ticket, message }
}

async function moveOn(
  deps: SupportDeps,
  tx: Tx,
  actor: Actor,
  before: Ticket,
  message: Message,
  now: Date,
): Promise<Ticket> {
  const links = (await listLinks(tx, [before])).get(before.id) ?? []
  const hours = await deps.hoursFor(tx, before.companyId, now)
  const step = isAgent(actor)
    ? afterAgentReply(hours, before, now)
    : afterCustomerReply(hours, before, now)
  const ticket = await saveStep(deps, tx, step, links, now)
  const { author } = message
  if (author.kind !== 'INTEGRATION') {
    await addParticipant(tx, ticket, { personId: author.id, isAgent: author.kind === 'AGENT' })
  }
  await emit(tx, TicketReplied, {
    companyId: ticket.companyId,
    entityId: ticket.id,
    entityVersion: ticket.version,
    data: {
      ...ticketDataOf(ticket, links),
      messageId: message.id,
      author: isAgent(actor) ? 'AGENT' : 'CUSTOMER',
      via: message.via,
    },
    occurredAt: now,
  })
  ringAfterCommit(tx, ticketsTopic)
  return ticket
}

/** A resolved ticket whose 14 days are over is as good as closed, whether a worker has closed it or not. */
function assertTicketOpen(ticket: Ticket, now: Date): void {
  const { id, state } = ticket
  const isOver = state === 'RESOLVED' && !mayBeReopened(ticket, now)
  if (state === 'CLOSED' || isOver) throw fail('ticket_closed', { ticketId: id })
}

/** A note stands in the log of the support desk, because the customer's administrators read the log of their company. */
function noteMessage(
  tx: Tx,
  actor: Actor,
  { companyId, ticketId, id, internal, via }: Message,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: internal ? actor.companyId : companyId,
    actor,
    action: internal ? 'support.note_written' : 'support.message_written',
    target: { type: 'support_ticket', id: ticketId },
    outcome: 'done',
    details: { messageId: id, via },
    now,
  })
}
