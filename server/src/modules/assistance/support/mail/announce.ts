import { defaultLocale } from '#kernel/locale'
import { after, hoursMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Reachable, SupportDeps } from '../deps.ts'
import { countMessagesSince } from '../tickets/message-store.ts'
import { listParticipants, type Participant } from '../tickets/participant-store.ts'
import type { Message, Ticket } from '../tickets/ticket.ts'
import { type LetterKind, letterOf } from './letters.ts'

type News = { readonly ticket: Ticket; readonly message: Message; readonly attachments: number }

/**
 * Participant: writes the mails about a public message. The customer's people get those of agents and of their colleagues, the
 * assignee gets those of customers, and whoever opens a ticket gets a confirmation to which they can reply.
 */
export async function announceMessage(deps: SupportDeps, tx: Tx, news: News): Promise<void> {
  const { ticket, message } = news
  const people = await listParticipants(tx, ticket)
  const isOpening = ticket.version === 1
  const others = people.filter(({ personId }) => personId !== message.author.id)
  const customers = (isOpening ? people : others).filter(({ isAgent }) => !isAgent)
  const kind = isOpening ? 'opened' : 'replied'
  await send(deps, tx, { ...news, kind, to: customers, key: message.id })
  if (message.author.kind === 'AGENT') return
  const agents = others.filter(({ isAgent }) => isAgent)
  const assignee = agents.filter(({ personId }) => personId === ticket.assigneeId)
  const to = assignee.length > 0 ? assignee : agents
  await send(deps, tx, { ...news, kind: 'waiting', to, key: message.id })
  if (to.length === 0) await sendToTeam(deps, tx, news)
}

/** Without a reply address, because that belongs to one person. */
async function sendToTeam(
  deps: SupportDeps,
  tx: Tx,
  { ticket, message, attachments }: News,
): Promise<void> {
  const { teamAddress, linkOf } = deps.mail
  if (teamAddress === undefined || (await sentTooMuch(tx, ticket))) return
  const { id } = message.author
  const facts = {
    ticket,
    message,
    author: (await deps.namesOf(tx, [id])).get(id),
    attachments,
    link: linkOf(ticket.id),
    takesReplies: false,
  }
  enqueueMail(tx, {
    to: teamAddress,
    ...letterOf('waiting', facts, defaultLocale),
    dedupeKey: `support/team/${message.id}`,
    thread: `support/${ticket.id}`,
    now: ticket.changedAt,
  })
}

/** Participant: tells the customer that the support desk has resolved the ticket. */
export async function announceResolution(deps: SupportDeps, tx: Tx, ticket: Ticket): Promise<void> {
  const people = await listParticipants(tx, ticket)
  const to = people.filter(({ isAgent }) => !isAgent)
  const key = `${ticket.id}/${ticket.version}`
  await send(deps, tx, { ticket, message: undefined, attachments: 0, kind: 'resolved', to, key })
}

type Sending = {
  readonly ticket: Ticket
  readonly message: Message | undefined
  readonly attachments: number
  readonly kind: LetterKind
  readonly to: readonly Participant[]
  readonly key: string
}

/** Limits the mails of one company, so that nobody can use the service to send bulk mail. */
const mailedMessagesPerHour = 200

/** Nobody gets the address of anybody else: each mail goes to one person. */
async function send(deps: SupportDeps, tx: Tx, sending: Sending): Promise<void> {
  const { ticket, message, to, kind, key } = sending
  if (to.length === 0) return
  const now = ticket.changedAt
  if (await sentTooMuch(tx, ticket)) return
  const readers = await findReaders(deps, tx, ticket, to)
  const names = message ? await deps.namesOf(tx, [message.author.id]) : undefined
  for (const { participant, reader } of readers) {
    const { number, personId } = participant
    const of = { ticketId: ticket.id, number, personId }
    const replyTo = deps.mail.replyAddresses?.addressOf(of, now)
    const facts = {
      ticket,
      message,
      author: message && names?.get(message.author.id),
      attachments: sending.attachments,
      link: deps.mail.linkOf(ticket.id),
      takesReplies: replyTo !== undefined,
    }
    enqueueMail(tx, {
      to: reader.email,
      ...letterOf(kind, facts, reader.locale),
      dedupeKey: `support/${kind}/${key}/${personId}`,
      thread: `support/${ticket.id}`,
      ...(replyTo !== undefined && { replyTo }),
      now,
    })
  }
}

async function sentTooMuch(tx: Tx, { companyId, changedAt }: Ticket): Promise<boolean> {
  const since = after(changedAt, -hoursMs(1))
  const recent = await countMessagesSince(tx, companyId, since, mailedMessagesPerHour + 1)
  return recent > mailedMessagesPerHour
}

async function findReaders(
  deps: SupportDeps,
  tx: Tx,
  { companyId }: Ticket,
  to: readonly Participant[],
): Promise<{ readonly participant: Participant; readonly reader: Reachable }[]> {
  const idsOf = (isAgent: boolean) =>
    to.filter((one) => one.isAgent === isAgent).map(({ personId }) => personId)
  const readers = [
    ...(await deps.mail.reachMembers(tx, companyId, idsOf(false))),
    ...(await deps.mail.reachAgents(tx, idsOf(true))),
  ]
  return to.flatMap((participant) => {
    const reader = readers.find(({ userId }) => userId === participant.personId)
    return reader ? [{ participant, reader }] : []
  })
}
