import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { listAttachments } from '../attachments/attachment-store.ts'
import { isAgent, type SupportDeps, scopeOf } from '../deps.ts'
import { fail } from '../failures.ts'
import { findMailText } from '../mail-text-store.ts'
import { listLinks, listMessages } from './message-store.ts'
import { type Attachment, type Link, type Message, messagesShown, type Ticket } from './ticket.ts'
import { findTicket } from './ticket-store.ts'

/** A ticket as an actor sees it. Names are there, addresses are not. */
export type SeenTicket = {
  readonly ticket: Ticket
  readonly links: readonly Link[]
  readonly names: Names
  readonly forAgent: boolean
}

/** A file of a message, with an address that opens without a credential for a short time. */
export type SeenAttachment = Attachment & { readonly signedUrl: string }

export type SeenMessage = {
  readonly message: Message
  readonly attachments: readonly SeenAttachment[]
  readonly names: Names
  readonly forAgent: boolean
}

/** The names of people, companies and integrations by their ids. */
export type Names = ReadonlyMap<string, string>

export type MessagePage = { readonly before: string | undefined; readonly limit: number }

export async function getTicket(
  deps: SupportDeps,
  actor: Actor,
  ticketId: string,
): Promise<SeenTicket & { readonly messages: readonly SeenMessage[] }> {
  const { pool } = deps.database
  const ticket = await find(pool, actor, ticketId)
  const [seen] = await seeTickets(deps, pool, actor, [ticket])
  if (!seen) throw fail('ticket_not_found', { ticketId })
  const page = { before: undefined, limit: messagesShown }
  const messages = await seeMessages(deps, actor, ticket, page)
  return { ...seen, messages: messages.reverse() }
}

/** Newest first. */
export async function listTicketMessages(
  deps: SupportDeps,
  actor: Actor,
  ticketId: string,
  page: MessagePage,
): Promise<SeenMessage[]> {
  const ticket = await find(deps.database.pool, actor, ticketId)
  return seeMessages(deps, actor, ticket, page)
}

/** The whole text of a mail, for agents: it quotes other mails, and has the signature of its author. */
export async function getMailText(
  deps: SupportDeps,
  actor: Actor,
  ticketId: string,
  messageId: string,
): Promise<string> {
  const { pool } = deps.database
  const text = await findMailText(pool, await find(pool, actor, ticketId), messageId)
  if (text === undefined) throw fail('mail_not_found', { messageId })
  return text
}

/** The ticket after a change, as the actor sees it. */
export async function seeTicket(
  deps: SupportDeps,
  actor: Actor,
  ticket: Ticket,
): Promise<SeenTicket> {
  const [seen] = await seeTickets(deps, deps.database.pool, actor, [ticket])
  return seen as SeenTicket
}

/** A message that was just written, as its author sees it. */
export async function seeMessage(
  deps: SupportDeps,
  actor: Actor,
  ticket: Ticket,
  message: Message,
): Promise<SeenMessage> {
  const [seen] = await withFiles(deps, actor, ticket, [message])
  return seen as SeenMessage
}

async function find(conn: Conn, actor: Actor, ticketId: string): Promise<Ticket> {
  const ticket = await findTicket(conn, scopeOf(actor), ticketId)
  if (!ticket) throw fail('ticket_not_found', { ticketId })
  return ticket
}

export async function seeTickets(
  deps: SupportDeps,
  conn: Conn,
  actor: Actor,
  tickets: readonly Ticket[],
): Promise<SeenTicket[]> {
  const links = await listLinks(conn, tickets)
  const people = tickets.flatMap(({ requester, assigneeId, companyId }) => [
    companyId,
    ...(requester.kind === 'PERSON' ? [requester.id] : []),
    ...(assigneeId ? [assigneeId] : []),
  ])
  const integrations = tickets
    .filter(({ requester }) => requester.kind === 'INTEGRATION')
    .map(({ companyId, requester }) => ({ companyId, id: requester.id }))
  const names = await namesFor(deps, conn, people, integrations)
  const forAgent = isAgent(actor)
  return tickets.map((ticket) => ({ ticket, links: links.get(ticket.id) ?? [], names, forAgent }))
}

async function seeMessages(
  deps: SupportDeps,
  actor: Actor,
  ticket: Ticket,
  page: MessagePage,
): Promise<SeenMessage[]> {
  const withNotes = isAgent(actor)
  const messages = await listMessages(deps.database.pool, ticket, { withNotes, ...page })
  return withFiles(deps, actor, ticket, messages)
}

async function withFiles(
  deps: SupportDeps,
  actor: Actor,
  ticket: Ticket,
  messages: readonly Message[],
): Promise<SeenMessage[]> {
  const { pool } = deps.database
  const ids = messages.map(({ id }) => id)
  const attachments = await listAttachments(pool, ticket, ids)
  const people = messages.filter(({ author }) => author.kind !== 'INTEGRATION')
  const integrations = messages.filter(({ author }) => author.kind === 'INTEGRATION')
  const names = await namesFor(
    deps,
    pool,
    people.map(({ author }) => author.id),
    integrations.map(({ author }) => ({ companyId: ticket.companyId, id: author.id })),
  )
  const forAgent = isAgent(actor)
  return messages.map((message) => ({
    message,
    attachments: (attachments.get(message.id) ?? []).map((attachment) => ({
      ...attachment,
      signedUrl: deps.fileUrlOf(attachment.id),
    })),
    names,
    forAgent,
  }))
}

async function namesFor(
  deps: SupportDeps,
  conn: Conn,
  ids: readonly string[],
  integrations: readonly { readonly companyId: string; readonly id: string }[],
): Promise<Names> {
  const unique = [...new Set(ids)]
  const names = unique.length > 0 ? await deps.namesOf(conn, unique) : new Map<string, string>()
  if (integrations.length === 0) return names
  return new Map([...names, ...(await deps.namesOfIntegrations(conn, integrations))])
}
