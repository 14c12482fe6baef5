import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import { isAgent, minutesOf, type SupportDeps, scopeOf } from '../deps.ts'
import { TicketPriorityChanged, TicketResolved } from '../events.ts'
import { fail } from '../failures.ts'
import { announceResolution } from '../mail/announce.ts'
import {
  afterPriorityChange,
  afterReopening,
  afterResolution,
  closesAt,
  mayBeReopened,
} from './lifecycle.ts'
import { listLinks } from './message-store.ts'
import { saveStep, ticketDataOf } from './note-step.ts'
import { addParticipant } from './participant-store.ts'
import type { Priority, Ticket } from './ticket.ts'
import { lockTicket, updateTicket } from './ticket-store.ts'
import { ticketsTopic } from './topics.ts'

/** The customer or the support desk resolves the ticket. */
export function resolveTicket(deps: SupportDeps, actor: Actor, ticketId: string): Promise<Ticket> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const before = await lock(tx, actor, ticketId)
    if (before.state === 'CLOSED') throw fail('ticket_closed', { ticketId })
    if (before.state === 'RESOLVED') throw fail('already_resolved', { ticketId })
    const links = (await listLinks(tx, [before])).get(ticketId) ?? []
    const hours = await deps.hoursFor(tx, before.companyId, now)
    const step = afterResolution(hours, before, now)
    const ticket = await saveStep(deps, tx, step, links, now)
    await emit(tx, TicketResolved, {
      companyId: ticket.companyId,
      entityId: ticketId,
      entityVersion: ticket.version,
      data: {
        ...ticketDataOf(ticket, links),
        resolvedBy: isAgent(actor) ? 'AGENT' : 'CUSTOMER',
        reopenUntil: closesAt(now).toISOString(),
      },
      occurredAt: now,
    })
    if (isAgent(actor)) await announceResolution(deps, tx, ticket)
    note(tx, actor, ticket, 'resolved', now)
    return ticket
  })
}

/** Within 14 days after the ticket was resolved. Later a new ticket is needed. */
export function reopenTicket(deps: SupportDeps, actor: Actor, ticketId: string): Promise<Ticket> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const before = await lock(tx, actor, ticketId)
    const { state } = before
    if (state !== 'RESOLVED' && state !== 'CLOSED') throw fail('ticket_not_resolved', { state })
    if (!mayBeReopened(before, now)) throw fail('reopen_too_late', { ticketId })
    const links = (await listLinks(tx, [before])).get(ticketId) ?? []
    const hours = await deps.hoursFor(tx, before.companyId, now)
    const step = afterReopening(hours, before, now)
    const ticket = await saveStep(deps, tx, step, links, now)
    note(tx, actor, ticket, 'reopened', now)
    return ticket
  })
}

/** An agent changes the priority, and with it the targets that are neither met nor missed yet. */
export function changePriority(
  deps: SupportDeps,
  actor: Actor,
  ticketId: string,
  priority: Priority,
): Promise<Ticket> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const before = await lock(tx, actor, ticketId)
    if (before.state === 'CLOSED') throw fail('ticket_closed', { ticketId })
    if (before.priority === priority) return before
    const links = (await listLinks(tx, [before])).get(ticketId) ?? []
    const change = { priority, minutes: minutesOf(deps, priority) }
    const hours = await deps.hoursFor(tx, before.companyId, now)
    const step = afterPriorityChange(hours, before, change, now)
    const ticket = await saveStep(deps, tx, step, links, now)
    const { firstResponse, resolution } = ticket
    await emit(tx, TicketPriorityChanged, {
      companyId: ticket.companyId,
      entityId: ticketId,
      entityVersion: ticket.version,
      data: {
        ...ticketDataOf(ticket, links),
        previousPriority: before.priority,
        ...(!firstResponse.at && { firstResponseDueAt: firstResponse.dueAt.toISOString() }),
        ...(resolution.dueAt && { resolutionDueAt: resolution.dueAt.toISOString() }),
      },
      occurredAt: now,
    })
    note(tx, actor, ticket, 'prioritized', now, { from: before.priority, to: priority })
    return ticket
  })
}

/** An agent gives the ticket to an operator, or to nobody. */
export async function assignTicket(
  deps: SupportDeps,
  actor: Actor,
  ticketId: string,
  assigneeId: string | undefined,
): Promise<Ticket> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const before = await lock(tx, actor, ticketId)
    if (assigneeId !== undefined && !(await deps.agentsOf(tx, [assigneeId])).includes(assigneeId)) {
      throw fail('assignee_unknown', { assigneeId })
    }
    if (before.assigneeId === assigneeId) return before
    const ticket = await updateTicket(tx, { ...before, assigneeId, changedAt: now })
    if (assigneeId) await addParticipant(tx, ticket, { personId: assigneeId, isAgent: true })
    note(tx, actor, ticket, 'assigned', now, { assigneeId: assigneeId ?? null })
    return ticket
  })
}

async function lock(tx: Tx, actor: Actor, ticketId: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, scopeOf(actor), ticketId)
  if (!ticket) throw fail('ticket_not_found', { ticketId })
  return ticket
}

function note(
  tx: Tx,
  actor: Actor,
  { companyId, id, state }: Ticket,
  done: 'resolved' | 'reopened' | 'assigned' | 'prioritized',
  now: Date,
  details: Readonly<Record<string, string | null>> = {},
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `support.ticket_${done}`,
    target: { type: 'support_ticket', id },
    outcome: 'done',
    details: { state, ...details },
    now,
  })
  ringAfterCommit(tx, ticketsTopic)
}
