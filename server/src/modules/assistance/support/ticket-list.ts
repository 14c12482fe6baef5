import { Type } from 'typebox'
import { containing, sql } from '#platform/db'
import { failPlatform } from '#platform/http'
import {
  type Condition,
  defineList,
  filter,
  type ListRequest,
  newestFirst,
  ofScope,
} from '#platform/lists'
import { type SupportDeps, scopeOf } from './deps.ts'
import { linkId, Priority, TicketView, viewTicket } from './schemas.ts'
import type { TicketRow } from './tables.ts'
import { seeTickets } from './tickets/read-tickets.ts'
import { linkTypes, ticketStates } from './tickets/ticket.ts'
import { toTicket } from './tickets/ticket-store.ts'

const filters = {
  state: filter(Type.Enum([...ticketStates]), (state) => sql`t.state = ${state}`),
  priority: filter(Priority, (priority) => sql`t.priority = ${priority}`),
  assigneeId: filter(
    Type.String({ maxLength: 64, description: 'An operator, or `none` for no assignee.' }),
    (id) => (id === 'none' ? sql`t.assignee_id is null` : sql`t.assignee_id = ${id}`),
  ),
  breached: filter(
    Type.Boolean({ description: 'True: tickets that missed a target. False: the others.' }),
    (breached) =>
      sql`(coalesce(t.first_response_breached_at, t.resolution_breached_at) is not null) = ${breached}`,
  ),
  companyId: filter(
    Type.String({ maxLength: 64, description: 'For operators, who see every company.' }),
    (companyId) => ofScope(companyId),
  ),
  number: filter(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The number of a ticket, or a part of it, in any case.',
    }),
    hasNumber,
  ),
  linkType: filter(Type.Enum([...linkTypes], { description: 'Send linkId with it.' })),
  linkId: filter(Type.String({ maxLength: 80, description: linkId }), isLinked),
}

export const ticketList = (deps: SupportDeps) =>
  defineList({
    operationId: 'listTickets',
    url: '/api/v1/support/tickets',
    summary: 'List tickets',
    description:
      'Lists the tickets of your company, the newest first. Requesters see their own, and operators those of every company. The order `target` has only tickets whose clock runs: the one whose target is due first comes first.',
    tags: ['Support'],
    config: { access: 'support:read' },
    item: TicketView,
    columns: [
      'number',
      'id',
      'subject',
      'companyId',
      'companyName',
      'state',
      'priority',
      'breached',
      'assignee.name',
      'openedAt',
    ],
    filters,
    from: sql`support.tickets t`,
    scope: ({ actor, query: { linkType, linkId } }) => {
      if ((linkType === undefined) !== (linkId === undefined)) {
        const message = 'linkType and linkId belong together'
        throw failPlatform('request_invalid', { problems: [{ path: 'query.linkId', message }] })
      }
      const { companyId, requesterId } = scopeOf(actor)
      const ofAll = ofScope(companyId)
      return requesterId === undefined ? ofAll : sql`${ofAll} and t.requester_id = ${requesterId}`
    },
    identity: { 't.id': 'text' },
    sorts: {
      ...newestFirst,
      target: {
        keys: { 't.target_at': 'timestamptz', 't.id': 'text' },
        direction: 'asc',
        where: sql`t.target_at is not null`,
      },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadTickets', summary: 'Download tickets as CSV' },
    show: async (rows: readonly TicketRow[], { actor }) => {
      const tickets = rows.map(toTicket)
      return (await seeTickets(deps, deps.database.pool, actor, tickets)).map(viewTicket)
    },
  })

function hasNumber(part: string): Condition {
  return sql`lower(t.number) like lower(${containing(part)})`
}

function isLinked(id: string, { query }: ListRequest): Condition {
  return sql`exists (select from support.links l where l.company_id = t.company_id and l.ticket_id = t.id
    and l.type = ${query.linkType} and l.target_id = ${id})`
}
