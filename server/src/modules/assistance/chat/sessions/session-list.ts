import { Type } from 'typebox'
import { instantOf } from '#kernel/time'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import type { Chat } from '../service.ts'
import { type Session, sessionStates } from './session.ts'
import { examples, SessionSummaryView, viewSessionSummary } from './session-schemas.ts'

const Instant = Type.String({ format: 'date-time' })

const filters = {
  state: filter(Type.Enum([...sessionStates])),
  owner: filter(
    Type.Enum(['me', 'company'], {
      description:
        'Whose sessions to list. Administrators may read those of their company. Others get their own.',
    }),
  ),
  createdAfter: filter(Instant),
  createdBefore: filter(Instant),
}

type Request = ListRequest<QueryOf<typeof filters>>

export const sessionList = (chat: Chat) =>
  defineList({
    operationId: 'listChatSessions',
    url: '/api/v1/chat/sessions',
    summary: 'List chat sessions',
    description: 'Newest first.',
    tags: ['Chat'],
    config: { access: 'person' },
    item: SessionSummaryView,
    examples: examples.summaries,
    columns: ['id', 'state', 'ownerId', 'items', 'messages', 'createdAt', 'updatedAt'],
    filters,
    sorts: readNewest(({ actor, query }: Request, page) => {
      const wanted = {
        state: query.state,
        ofCompany: query.owner === 'company',
        createdAfter: instantOf(query.createdAfter),
        createdBefore: instantOf(query.createdBefore),
      }
      return chat.list(actor, wanted, { before: page.before, limit: page.limit })
    }),
    show: (sessions: readonly Session[]) => sessions.map(viewSessionSummary),
  })
