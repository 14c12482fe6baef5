import type { Principal } from '#kernel/actor'
import { answers, type Http, IdView, ok } from '#platform/http'
import { readCurrencyOf } from '../brief/read-currency.ts'
import type { Chat } from '../service.ts'
import type { Session } from './session.ts'
import {
  OpenSessionBody,
  SessionParams,
  SessionView,
  sessionExample,
  viewSession,
} from './session-schemas.ts'

export const tags = ['Chat']
export const url = '/api/v1/chat/sessions'
export const one = `${url}/:sessionId`

export function addSessionRoutes(http: Http, chat: Chat): void {
  addOpening(http, chat)
  addReading(http, chat)
  addRemoving(http, chat)
}

function addOpening(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'person',
      idempotency: 'transactional',
      fails: ['chat.sessions_too_many', 'chat.brief_value_invalid', 'chat.session_not_found'],
    },
    schema: {
      operationId: 'startChatSession',
      summary: 'Start a chat session',
      description:
        'Only people chat: API keys and partner apps do not. The replies are in the language of the request.',
      tags,
      body: OpenSessionBody,
      response: answers(SessionView, { status: 201, examples: [sessionExample] }),
    },
    handler: async ({ actor, body, locale, idempotency }, reply) => {
      const currency = readCurrencyOf(body?.currency)
      const session = await chat.open(actor, { locale, currency, idempotency })
      reply.code(201)
      return ok(await viewSessionFor(http, chat, actor, session))
    },
  })
}

function addReading(http: Http, chat: Chat): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'person', fails: ['chat.session_not_found'] },
    schema: {
      operationId: 'getChatSession',
      summary: 'Get a chat session',
      description:
        'With its brief, and with the matches of a confirmed brief at the prices of the moment. Administrators can read the sessions of colleagues.',
      tags,
      params: SessionParams,
      response: answers(SessionView, { examples: [sessionExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(await viewSessionFor(http, chat, actor, await chat.get(actor, params.sessionId))),
  })
}

function addRemoving(http: Http, chat: Chat): void {
  http.route({
    method: 'DELETE',
    url: one,
    config: { access: 'person', fails: ['chat.session_not_found', 'chat.session_of_colleague'] },
    schema: {
      operationId: 'deleteChatSession',
      summary: 'Delete a chat session',
      description: 'Deletes the messages and the brief. Lines that are in a cart stay there.',
      tags,
      params: SessionParams,
      response: answers(IdView, { examples: [{ id: sessionExample.id }] }),
    },
    handler: async ({ actor, params: { sessionId } }) => {
      await chat.remove(actor, sessionId)
      return ok({ id: sessionId })
    },
  })
}

/** The session with its matches, and an address of its stream for the caller. */
export async function viewSessionFor(http: Http, chat: Chat, actor: Principal, session: Session) {
  const path = `${url}/${session.id}/stream`
  const { text, expiresAt } = http.tickets.issue(path, actor, 'products:read')
  const stream = { url: `${path}?ticket=${text}`, expiresAt: expiresAt.toISOString() }
  const matches = session.confirmedAt ? await chat.matches(actor, session) : []
  return viewSession(session, matches, stream)
}
