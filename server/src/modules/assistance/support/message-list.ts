import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { MessageView, TicketParams, viewMessage } from './schemas.ts'
import type { Support } from './service.ts'
import type { SeenMessage } from './tickets/read-tickets.ts'

type Request = ListRequest & { readonly params: { readonly ticketId: string } }

export const messageList = (support: Support) =>
  defineList({
    operationId: 'listTicketMessages',
    url: '/api/v1/support/tickets/:ticketId/messages',
    summary: 'List messages of a ticket',
    description: 'Newest first. Only operators see internal notes.',
    tags: ['Support'],
    config: { access: 'support:read', fails: ['support.ticket_not_found'] },
    params: TicketParams,
    item: MessageView,
    columns: ['id', 'author.name', 'text', 'internal', 'via', 'createdAt'],
    filters: {},
    sorts: { newest: { read: (request: Request, cut) => readNewest(support, request, cut) } },
    show: (messages: readonly SeenMessage[]) => messages.map(viewMessage),
  })

async function readNewest(support: Support, { actor, params }: Request, { after, limit }: Cut) {
  const before = after && String(after[0])
  const found = await support.messages(actor, params.ticketId, { before, limit })
  return placed(found, ({ message }) => [message.id])
}
