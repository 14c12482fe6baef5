import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import type { SupportDeps } from '../deps.ts'
import { TicketBreached, type TicketData } from '../events.ts'
import { type Breach, openBreaches, type Step } from './lifecycle.ts'
import type { Link, Ticket } from './ticket.ts'
import { updateTicket } from './ticket-store.ts'

const incidentKey = 'support.ticket-breached'

/**
 * Participant: saves the next version of a locked ticket. Each target that it missed becomes an event and an incident, and the
 * incident is resolved once no missed target waits any more.
 */
export async function saveStep(
  deps: SupportDeps,
  tx: Tx,
  { ticket: changed, breaches }: Step,
  links: readonly Link[],
  now: Date,
): Promise<Ticket> {
  const ticket = await updateTicket(tx, changed)
  for (const { target, dueAt } of breaches) {
    await emit(tx, TicketBreached, {
      companyId: ticket.companyId,
      entityId: ticket.id,
      entityVersion: ticket.version,
      data: {
        ...ticketDataOf(ticket, links),
        target,
        dueAt: dueAt.toISOString(),
        breachedAt: now.toISOString(),
      },
      occurredAt: now,
    })
  }
  await noteIncident(deps, tx, ticket, breaches, now)
  return ticket
}

async function noteIncident(
  { incidents }: SupportDeps,
  tx: Tx,
  ticket: Ticket,
  breaches: readonly Breach[],
  now: Date,
): Promise<void> {
  const { id, number, companyId, priority, firstResponse, resolution } = ticket
  const about = { key: incidentKey, dedupeKey: id, now } as const
  const open = openBreaches(ticket)
  if (breaches.length > 0 && open.length > 0) {
    const late = open.includes('FIRST_RESPONSE') ? 'has no answer' : 'is not resolved'
    await incidents.notify(tx, {
      ...about,
      companyId,
      severity: priority === 'URGENT' ? 'critical' : 'warning',
      summary: `Ticket ${number} (${priority}) ${late} within its target. The customer waits. Open /admin/support and answer it.`,
      details: { ticketId: id, number, companyId, priority, targets: open },
    })
  } else if (open.length === 0 && (firstResponse.breachedAt || resolution.breachedAt)) {
    await incidents.resolve(tx, about)
  }
}

export function ticketDataOf(ticket: Ticket, links: readonly Link[]): TicketData {
  return {
    ticketId: ticket.id,
    number: ticket.number,
    state: ticket.state,
    priority: ticket.priority,
    links: links.map(({ type, id, orderId }) => ({ type, id, ...(orderId && { orderId }) })),
  }
}
