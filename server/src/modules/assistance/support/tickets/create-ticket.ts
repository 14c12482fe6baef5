import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { takeNumber } from '#modules/numbering'
import { recordAudit } from '#platform/audit'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import type { WorkingTime } from '#platform/working-time'
import { useAttachments } from '../attachments/use-attachments.ts'
import { authorOf, isAgent, minutesOf, type SupportDeps } from '../deps.ts'
import { TicketCreated } from '../events.ts'
import { fail } from '../failures.ts'
import { announceMessage } from '../mail/announce.ts'
import { startClocks } from './lifecycle.ts'
import { insertLinks, insertMessage } from './message-store.ts'
import { ticketDataOf } from './note-step.ts'
import { addParticipant } from './participant-store.ts'
import type { Link, LinkType, Message, Priority, Ticket } from './ticket.ts'
import { countOpenTickets, insertTicket } from './ticket-store.ts'
import { ticketsTopic } from './topics.ts'

export type NewTicket = {
  readonly subject: string
  readonly message: string
  readonly priority?: Priority | undefined
  readonly links?: readonly { readonly type: LinkType; readonly id: string }[] | undefined
  readonly attachmentIds?: readonly string[] | undefined
}

const openTicketsMax = 1_000

/** Finds the linked records. Throws `support.link_not_found` for a record that the actor may not see. */
export async function checkLinks(
  deps: SupportDeps,
  conn: Conn,
  actor: Actor,
  links: NewTicket['links'] = [],
): Promise<Link[]> {
  const found = new Map<string, Link>()
  for (const { type, id } of links) {
    const link = await deps.findLinked(conn, actor, { type, id })
    if (!link) throw fail('link_not_found', { link: { type, id } })
    found.set(`${type} ${id}`, link)
  }
  return [...found.values()]
}

/** Participant: opens a ticket of the actor's company. The caller has checked its links. */
export async function openTicket(
  deps: SupportDeps,
  tx: Tx,
  actor: Actor,
  input: NewTicket & { readonly checkedLinks: readonly Link[]; readonly via: Message['via'] },
  now: Date,
): Promise<Ticket> {
  await assertRoomForTicket(tx, actor.companyId)
  const number = await takeNumber(tx, actor.companyId, 'TICKET', now)
  const hours = await deps.hoursFor(tx, actor.companyId, now)
  const ticket = ticketFrom(deps, actor, { ...input, number, hours }, now)
  const links = input.checkedLinks
  await insertTicket(tx, ticket)
  await insertLinks(tx, ticket, links)
  const { companyId, id: ticketId } = ticket
  const author = { ...ticket.requester }
  const message: Message = {
    companyId,
    ticketId,
    id: newId('msg', now),
    author,
    internal: false,
    text: input.message,
    via: input.via,
    isShortened: false,
    createdAt: now,
  }
  await insertMessage(tx, message, undefined)
  await useAttachments(tx, actor, message, input.attachmentIds)
  if (author.kind === 'PERSON') {
    await addParticipant(tx, ticket, { personId: author.id, isAgent: isAgent(actor) })
  }
  await emit(tx, TicketCreated, {
    companyId,
    entityId: ticketId,
    entityVersion: ticket.version,
    data: {
      ...ticketDataOf(ticket, links),
      requesterId: ticket.requester.id,
      firstResponseDueAt: ticket.firstResponse.dueAt.toISOString(),
      resolutionDueAt: (ticket.resolution.dueAt ?? now).toISOString(),
    },
    occurredAt: now,
  })
  recordAudit(tx, {
    companyId,
    actor,
    action: 'support.ticket_created',
    target: { type: 'support_ticket', id: ticketId },
    outcome: 'done',
    details: { priority: ticket.priority, links: links.map(({ id }) => id), via: input.via },
    now,
  })
  const attachments = input.attachmentIds?.length ?? 0
  await announceMessage(deps, tx, { ticket, message, attachments })
  ringAfterCommit(tx, ticketsTopic)
  return ticket
}

function ticketFrom(
  deps: SupportDeps,
  actor: Actor,
  input: NewTicket & { readonly number: string; readonly hours: WorkingTime },
  now: Date,
): Ticket {
  const { number, priority = 'NORMAL' } = input
  const { kind, id } = authorOf(actor)
  return {
    companyId: actor.companyId,
    id: newId('tkt', now) as Id<'tkt'>,
    number,
    version: 1,
    subject: input.subject.replace(/\s+/g, ' ').trim(),
    state: 'OPEN',
    priority,
    // An operator who opens a ticket is a customer of it, too.
    requester: { kind: kind === 'INTEGRATION' ? kind : 'PERSON', id },
    assigneeId: undefined,
    openedAt: now,
    changedAt: now,
    resolvedAt: undefined,
    closedAt: undefined,
    ...startClocks(input.hours, minutesOf(deps, priority), now),
  }
}

async function assertRoomForTicket(tx: Tx, companyId: string): Promise<void> {
  await oneAfterTheOther(tx, `support.tickets ${companyId}`)
  if ((await countOpenTickets(tx, companyId, openTicketsMax)) >= openTicketsMax) {
    throw fail('tickets_limit_reached', { limit: openTicketsMax })
  }
}
