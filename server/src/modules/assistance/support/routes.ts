import { Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  AgentView,
  AssignBody,
  CreateTicketBody,
  MailTextView,
  MessageParams,
  PriorityBody,
  ReplyBody,
  TicketParams,
  TicketView,
  TicketWithMessagesView,
  viewMessage,
  viewTicket,
  WrittenMessageView,
} from './schemas.ts'
import type { Support } from './service.ts'

const tags = ['Support']
const url = '/api/v1/support/tickets'
const notFound = 'support.ticket_not_found'

export function supportRoutes(support: Support): Routes {
  return async (http) => {
    addCreating(http, support)
    addReading(http, support)
    addReadingMail(http, support)
    addWriting(http, support)
    addDeciding(http, support)
    addAssigning(http, support)
  }
}

function addCreating(http: Http, support: Support): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'support:write',
      fails: [
        'support.link_not_found',
        'support.attachments_unknown',
        'support.tickets_limit_reached',
      ],
    },
    schema: {
      operationId: 'createTicket',
      summary: 'Create a ticket',
      description:
        'Asks the support desk. Everybody of your company sees the ticket. It has a target for the first answer and one for the resolution, in business hours.',
      tags,
      body: CreateTicketBody,
      response: answers(TicketView, { status: 201 }),
    },
    handler: async ({ actor, body }, reply) => {
      const seen = await support.create(actor, body)
      reply.code(201)
      return ok(viewTicket(seen))
    },
  })
}

function addReading(http: Http, support: Support): void {
  http.route({
    method: 'GET',
    url: `${url}/:ticketId`,
    config: { access: 'support:read', fails: [notFound] },
    schema: {
      operationId: 'getTicket',
      summary: 'Get a ticket',
      description: 'With its 100 newest messages. List its messages to read older ones.',
      tags,
      params: TicketParams,
      response: answers(TicketWithMessagesView),
    },
    handler: async ({ actor, params }) => {
      const seen = await support.get(actor, params.ticketId)
      return ok({ ...viewTicket(seen), messages: seen.messages.map(viewMessage) })
    },
  })
}

function addReadingMail(http: Http, support: Support): void {
  http.route({
    method: 'GET',
    url: `${url}/:ticketId/messages/:messageId/mail`,
    config: { access: 'operator', fails: [notFound, 'support.mail_not_found'] },
    schema: {
      operationId: 'getTicketMail',
      summary: 'Get the whole mail of a message',
      description:
        'A message that came by mail has the own text of its author. This is the whole text, with the quoted mail and the signature.',
      tags,
      params: MessageParams,
      response: answers(MailTextView),
    },
    handler: async ({ actor, params: { ticketId, messageId } }) =>
      ok({ messageId, text: await support.mailText(actor, ticketId, messageId) }),
  })
}

function addWriting(http: Http, support: Support): void {
  http.route({
    method: 'POST',
    url: `${url}/:ticketId/messages`,
    config: {
      access: 'support:write',
      fails: [
        notFound,
        'support.ticket_closed',
        'support.ticket_full',
        'support.agents_only',
        'support.attachments_unknown',
      ],
    },
    schema: {
      operationId: 'writeTicketMessage',
      summary: 'Write a message of a ticket',
      description:
        'A message of an operator asks the customer, and the clock is paused. A message of the customer starts the clock again, and reopens a resolved ticket.',
      tags,
      params: TicketParams,
      body: ReplyBody,
      response: answers(WrittenMessageView, { status: 201 }),
    },
    handler: async ({ actor, params, body }, reply) => {
      const { ticket, message } = await support.reply(actor, params.ticketId, body)
      reply.code(201)
      return ok({ ticket: viewTicket(ticket), message: viewMessage(message) })
    },
  })
}

function addDeciding(http: Http, support: Support): void {
  http.route({
    method: 'POST',
    url: `${url}/:ticketId/resolve`,
    config: {
      access: 'support:write',
      fails: [notFound, 'support.ticket_closed', 'support.already_resolved'],
    },
    schema: {
      operationId: 'resolveTicket',
      summary: 'Resolve a ticket',
      description: 'For 14 days it can be reopened. Then it is closed.',
      tags,
      params: TicketParams,
      response: answers(TicketView),
    },
    handler: async ({ actor, params }) =>
      ok(viewTicket(await support.resolve(actor, params.ticketId))),
  })

  http.route({
    method: 'POST',
    url: `${url}/:ticketId/reopen`,
    config: {
      access: 'support:write',
      fails: [notFound, 'support.ticket_not_resolved', 'support.reopen_too_late'],
    },
    schema: {
      operationId: 'reopenTicket',
      summary: 'Reopen a ticket',
      description: 'Within 14 days after it was resolved.',
      tags,
      params: TicketParams,
      response: answers(TicketView),
    },
    handler: async ({ actor, params }) =>
      ok(viewTicket(await support.reopen(actor, params.ticketId))),
  })
}

function addAssigning(http: Http, support: Support): void {
  http.route({
    method: 'POST',
    url: `${url}/:ticketId/assign`,
    config: { access: 'operator', fails: [notFound, 'support.assignee_unknown'] },
    schema: {
      operationId: 'assignTicket',
      summary: 'Assign a ticket',
      description: 'Gives the ticket to an operator, or to nobody.',
      tags,
      params: TicketParams,
      body: AssignBody,
      response: answers(TicketView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewTicket(await support.assign(actor, params.ticketId, body.assigneeId ?? undefined))),
  })

  http.route({
    method: 'POST',
    url: `${url}/:ticketId/priority`,
    config: { access: 'operator', fails: [notFound, 'support.ticket_closed'] },
    schema: {
      operationId: 'changeTicketPriority',
      summary: 'Change the priority of a ticket',
      description:
        'The targets of the new priority count from the start of the ticket. A target that was met or missed stays as it is. A new target that was due before now is missed at once.',
      tags,
      params: TicketParams,
      body: PriorityBody,
      response: answers(TicketView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewTicket(await support.changePriority(actor, params.ticketId, body.priority))),
  })

  http.route({
    method: 'GET',
    url: '/api/v1/support/agents',
    config: { access: 'operator' },
    schema: {
      operationId: 'listSupportAgents',
      summary: 'List support agents',
      description: 'The operators to whom tickets can be assigned, at most 1000.',
      tags,
      response: answers(Type.Array(AgentView), {
        examples: [[{ id: 'usr_01m7xb82dw3khw78phh28dvacd', name: 'Olga Operator' }]],
      }),
    },
    handler: async () => ok(await support.agents()),
  })
}
