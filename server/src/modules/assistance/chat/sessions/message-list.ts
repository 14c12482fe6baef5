import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import type { Chat } from '../service.ts'
import type { ChatMessage } from './session.ts'
import { examples, MessageView, SessionParams, viewMessage } from './session-schemas.ts'

type Request = ListRequest & { readonly params: { readonly sessionId: string } }

export const messageList = (chat: Chat) =>
  defineList({
    operationId: 'listChatMessages',
    url: '/api/v1/chat/sessions/:sessionId/messages',
    summary: 'List chat messages',
    description: 'Oldest first.',
    tags: ['Chat'],
    config: { access: 'person', fails: ['chat.session_not_found'] },
    params: SessionParams,
    item: MessageView,
    examples: examples.messages,
    columns: ['id', 'role', 'text', 'createdAt'],
    filters: {},
    sorts: { oldest: { read: (request: Request, cut) => readOldest(chat, request, cut) } },
    show: (messages: readonly ChatMessage[]) => messages.map(viewMessage),
  })

async function readOldest(chat: Chat, { actor, params }: Request, { after, limit }: Cut) {
  const session = await chat.get(actor, params.sessionId)
  const place = after && Number(after[0])
  const found = await chat.messages(session, { after: place, limit })
  return placed(found, ({ position }) => [position])
}
