import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import type { SupportDeps } from './deps.ts'
import {
  assignTicket,
  changePriority,
  reopenTicket,
  resolveTicket,
} from './tickets/change-state.ts'
import { checkLinks, type NewTicket, openTicket } from './tickets/create-ticket.ts'
import {
  getMailText,
  getTicket,
  listTicketMessages,
  type MessagePage,
  type SeenMessage,
  type SeenTicket,
  seeMessage,
  seeTicket,
} from './tickets/read-tickets.ts'
import type { Priority } from './tickets/ticket.ts'
import { writeMessage } from './tickets/write-message.ts'

export type Reply = {
  readonly text: string
  readonly internal?: boolean | undefined
  readonly attachmentIds?: readonly string[] | undefined
}

export type Agent = { readonly id: string; readonly name: string }

export type Support = {
  create(actor: Actor, input: NewTicket): Promise<SeenTicket>
  /** Throws `support.ticket_not_found` for another company's ticket, too. Agents see those of every company. */
  get(
    actor: Actor,
    ticketId: string,
  ): Promise<SeenTicket & { readonly messages: readonly SeenMessage[] }>
  messages(actor: Actor, ticketId: string, page: MessagePage): Promise<SeenMessage[]>
  /** For agents: the whole text of a mail of which a message is a part. Throws `support.mail_not_found`. */
  mailText(actor: Actor, ticketId: string, messageId: string): Promise<string>
  reply(
    actor: Actor,
    ticketId: string,
    input: Reply,
  ): Promise<{ readonly ticket: SeenTicket; readonly message: SeenMessage }>
  resolve(actor: Actor, ticketId: string): Promise<SeenTicket>
  reopen(actor: Actor, ticketId: string): Promise<SeenTicket>
  changePriority(actor: Actor, ticketId: string, priority: Priority): Promise<SeenTicket>
  assign(actor: Actor, ticketId: string, assigneeId: string | undefined): Promise<SeenTicket>
  agents(): Promise<Agent[]>
}

export function createSupport(deps: SupportDeps): Support {
  const { database, now: clock } = deps
  return {
    create: async (actor, input) => {
      const checkedLinks = await checkLinks(deps, database.pool, actor, input.links)
      const now = clock()
      const ticket = await database.transaction((tx) =>
        openTicket(deps, tx, actor, { ...input, checkedLinks, via: 'API' }, now),
      )
      return seeTicket(deps, actor, ticket)
    },
    get: (actor, ticketId) => getTicket(deps, actor, ticketId),
    messages: (actor, ticketId, page) => listTicketMessages(deps, actor, ticketId, page),
    mailText: (actor, ticketId, messageId) => getMailText(deps, actor, ticketId, messageId),
    reply: async (actor, ticketId, input) => {
      const { ticket, message } = await database.transaction((tx) =>
        replyWithin(deps, tx, actor, ticketId, input),
      )
      return {
        ticket: await seeTicket(deps, actor, ticket),
        message: await seeMessage(deps, actor, ticket, message),
      }
    },
    resolve: async (actor, id) => seeTicket(deps, actor, await resolveTicket(deps, actor, id)),
    reopen: async (actor, id) => seeTicket(deps, actor, await reopenTicket(deps, actor, id)),
    changePriority: async (actor, id, priority) =>
      seeTicket(deps, actor, await changePriority(deps, actor, id, priority)),
    assign: async (actor, id, assigneeId) =>
      seeTicket(deps, actor, await assignTicket(deps, actor, id, assigneeId)),
    agents: async () => {
      const ids = await deps.agentsOf(database.pool)
      const names = await deps.namesOf(database.pool, ids)
      return ids.map((id) => ({ id, name: names.get(id) ?? id }))
    },
  }
}

async function replyWithin(
  deps: SupportDeps,
  tx: Tx,
  actor: Actor,
  ticketId: string,
  reply: Reply,
) {
  const input = { ticketId, ...reply, via: 'API' } as const
  const written = await writeMessage(deps, tx, actor, input, deps.now())
  if (!written) throw new Error(`a message of ticket ${ticketId} has an id that exists already`)
  return written
}
