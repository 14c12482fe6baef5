import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type DataOf, defineEvent } from '#platform/outbox'
import { linkTypes, priorities, targetNames, ticketStates } from './tickets/ticket.ts'

/** As the API and the events show it. */
export const TicketLink = record('TicketLink', 'A record that the ticket is about.', {
  type: Type.Enum([...linkTypes]),
  id: Type.String(),
  orderId: Type.Optional(Type.String({ description: 'The order of a line or of a return.' })),
})

const facts = { version: 1, entity: 'support_ticket', public: true } as const

/** Without the subject: what people write stays in the ticket, where it can be erased. */
const ticketData = {
  ticketId: Type.String(),
  number: Type.Optional(
    Type.String({ description: 'The number of the ticket. Events from before numbers have none.' }),
  ),
  state: Type.Enum([...ticketStates]),
  priority: Type.Enum([...priorities]),
  links: Type.Array(TicketLink),
}

const ticket = {
  ticketId: 'tkt_01m7xb82dw3khw78phh28dvacd',
  number: 'T-2026-000123',
  state: 'OPEN' as const,
  priority: 'HIGH' as const,
  links: [{ type: 'order' as const, id: 'ord_01m7xb82dw3khw78phh28dvacd' }],
}

export const TicketCreated = defineEvent({
  ...facts,
  type: 'support.ticket.created',
  data: Type.Object(
    {
      ...ticketData,
      requesterId: Type.String({ description: 'The person or the integration that opened it.' }),
      firstResponseDueAt: Type.String({ format: 'date-time' }),
      resolutionDueAt: Type.String({ format: 'date-time' }),
    },
    { description: 'Somebody opened a support ticket.' },
  ),
  example: {
    ...ticket,
    requesterId: 'usr_01m7xb82dw3khw78phh28dvacd',
    firstResponseDueAt: '2026-01-02T13:00:00.000Z',
    resolutionDueAt: '2026-01-05T17:00:00.000Z',
  },
})

export const TicketReplied = defineEvent({
  ...facts,
  type: 'support.ticket.replied',
  data: Type.Object(
    {
      ...ticketData,
      messageId: Type.String(),
      author: Type.Enum(['CUSTOMER', 'AGENT'], { description: 'Who wrote the message.' }),
      via: Type.Enum(['API', 'EMAIL', 'AUTOMATION']),
    },
    {
      description:
        'The customer or the support desk wrote a message. Internal notes have no event.',
    },
  ),
  example: {
    ...ticket,
    state: 'PENDING_CUSTOMER',
    messageId: 'msg_01m7xb82dw3khw78phh28dvacd',
    author: 'AGENT',
    via: 'API',
  },
})

export const TicketResolved = defineEvent({
  ...facts,
  type: 'support.ticket.resolved',
  data: Type.Object(
    {
      ...ticketData,
      resolvedBy: Type.Enum(['CUSTOMER', 'AGENT']),
      reopenUntil: Type.String({
        format: 'date-time',
        description: 'The ticket can be reopened until then.',
      }),
    },
    { description: 'The customer or the support desk resolved the ticket.' },
  ),
  example: {
    ...ticket,
    state: 'RESOLVED',
    resolvedBy: 'AGENT',
    reopenUntil: '2026-01-16T09:00:00.000Z',
  },
})

export const TicketBreached = defineEvent({
  ...facts,
  type: 'support.ticket.breached',
  data: Type.Object(
    {
      ...ticketData,
      target: Type.Enum([...targetNames]),
      dueAt: Type.String({ format: 'date-time', description: 'When the target was due.' }),
      breachedAt: Type.String({ format: 'date-time' }),
    },
    { description: 'The support desk missed a target of the ticket. Each target is missed once.' },
  ),
  example: {
    ...ticket,
    target: 'FIRST_RESPONSE',
    dueAt: '2026-01-02T13:00:00.000Z',
    breachedAt: '2026-01-02T13:00:01.000Z',
  },
})

export const TicketPriorityChanged = defineEvent({
  ...facts,
  type: 'support.ticket.priority_changed',
  data: Type.Object(
    {
      ...ticketData,
      previousPriority: Type.Enum([...priorities]),
      firstResponseDueAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'Absent after the first answer.' }),
      ),
      resolutionDueAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'Absent while the clock is paused.' }),
      ),
    },
    {
      description:
        'The support desk changed the priority of the ticket, and with it the targets that are neither met nor missed.',
    },
  ),
  example: {
    ...ticket,
    previousPriority: 'NORMAL',
    firstResponseDueAt: '2026-01-02T13:00:00.000Z',
    resolutionDueAt: '2026-01-05T17:00:00.000Z',
  },
})

export const supportEvents = [
  TicketCreated,
  TicketReplied,
  TicketResolved,
  TicketBreached,
  TicketPriorityChanged,
]

export type TicketData = Omit<DataOf<typeof TicketReplied>, 'messageId' | 'author' | 'via'>
