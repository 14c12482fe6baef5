import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Queue } from '#platform/leases'
import { type TicketRow, tables } from '../tables.ts'
import { targetAt, workAt } from './lifecycle.ts'
import type { Priority, Scope, Ticket, TicketState } from './ticket.ts'

/** Due at the next breach of a ticket, and when a resolved ticket is to be closed. */
export const ticketsQueue: Queue = {
  table: 'support.tickets',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['OPEN', 'PENDING_AGENT', 'RESOLVED'],
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

export async function insertTicket(tx: Tx, ticket: Ticket): Promise<void> {
  const { companyId, id, requester, openedAt } = ticket
  await tables(tx)
    .insertInto('support.tickets')
    .values({
      company_id: companyId,
      id,
      number: ticket.number,
      requester_kind: requester.kind,
      requester_id: requester.id,
      opened_at: openedAt,
      lease_token: null,
      lease_until: null,
      ...changeableColumns(ticket),
    })
    .execute()
}

export async function findTicket(
  conn: Conn,
  scope: Scope,
  ticketId: string,
): Promise<Ticket | undefined> {
  const row = await tables(conn)
    .selectFrom('support.tickets')
    .selectAll()
    .where(ofScope(scope))
    .where('id', '=', ticketId)
    .executeTakeFirst()
  return row && toTicket(row)
}

/** Locks the ticket until the transaction ends. */
export async function lockTicket(
  tx: Tx,
  scope: Scope,
  ticketId: string,
): Promise<Ticket | undefined> {
  const row = await tables(tx)
    .selectFrom('support.tickets')
    .selectAll()
    .where(ofScope(scope))
    .where('id', '=', ticketId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toTicket(row)
}

/** The next version of a ticket that the caller has locked. It also ends the lease of a worker. */
export async function updateTicket(tx: Tx, ticket: Ticket): Promise<Ticket> {
  const next = { ...ticket, version: ticket.version + 1 }
  const { numUpdatedRows } = await tables(tx)
    .updateTable('support.tickets')
    .set({ ...changeableColumns(next), lease_token: null, lease_until: null, attempts: 0 })
    .where('company_id', '=', ticket.companyId)
    .where('id', '=', ticket.id)
    .where('version', '=', ticket.version)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `ticket ${ticket.id} is not locked`)
  return next
}

export async function countOpenTickets(tx: Tx, companyId: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from support.tickets where company_id = ${companyId} and state not in ('RESOLVED', 'CLOSED') limit ${max}
    ) counted
  `.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** The support desk reads the tickets of every company. */
function ofScope(scope: Scope) {
  const companyId = scope.companyId ?? null
  const requesterId = scope.requesterId ?? null
  return sql<boolean>`((${companyId}::text is null or company_id = ${companyId})
    and (${requesterId}::text is null or requester_id = ${requesterId}))`
}

function changeableColumns(ticket: Ticket) {
  const { firstResponse, resolution } = ticket
  return {
    version: ticket.version,
    subject: ticket.subject,
    state: ticket.state,
    priority: ticket.priority,
    assignee_id: ticket.assigneeId ?? null,
    changed_at: ticket.changedAt,
    resolved_at: ticket.resolvedAt ?? null,
    closed_at: ticket.closedAt ?? null,
    first_response_minutes: firstResponse.minutes,
    resolution_minutes: resolution.minutes,
    first_response_due_at: firstResponse.dueAt,
    first_response_at: firstResponse.at ?? null,
    first_response_breached_at: firstResponse.breachedAt ?? null,
    resolution_due_at: resolution.dueAt ?? null,
    resolution_left_ms: resolution.leftMs,
    resolution_breached_at: resolution.breachedAt ?? null,
    target_at: targetAt(ticket) ?? null,
    available_at: workAt(ticket) ?? null,
  }
}

export function toTicket(row: TicketRow): Ticket {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'tkt'>,
    number: row.number,
    version: row.version,
    subject: row.subject,
    state: row.state as TicketState,
    priority: row.priority as Priority,
    requester: { kind: row.requester_kind as 'PERSON' | 'INTEGRATION', id: row.requester_id },
    assigneeId: row.assignee_id ?? undefined,
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    resolvedAt: row.resolved_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    firstResponse: {
      minutes: row.first_response_minutes,
      dueAt: row.first_response_due_at,
      at: row.first_response_at ?? undefined,
      breachedAt: row.first_response_breached_at ?? undefined,
    },
    resolution: {
      minutes: row.resolution_minutes,
      dueAt: row.resolution_due_at ?? undefined,
      leftMs: Number(row.resolution_left_ms),
      breachedAt: row.resolution_breached_at ?? undefined,
    },
  }
}
