import { credentialKey, type Http, ok } from '#platform/http'
import { readEventId, sendStream } from '#platform/streams'
import { fail } from '../failures.ts'
import type { Chat } from '../service.ts'
import type { SentMessage } from './change-session.ts'
import { FollowQuery, LastEventIdHeader, messageAnswers, streamAnswers } from './event-schemas.ts'
import { endsAnswer, type Session } from './session.ts'
import { one, tags, viewSessionFor } from './session-routes.ts'
import { SendMessageBody, SessionParams, viewMessage } from './session-schemas.ts'

const cannotFollow = ['chat.event_id_invalid', 'chat.streams_too_many', 'chat.streams_full']

const cannotSend = [
  'chat.session_not_found',
  'chat.session_of_colleague',
  'chat.session_final',
  'chat.message_too_long',
  'chat.message_empty',
  'chat.messages_too_many',
  'chat.transcript_too_long',
]

export function addMessageRoutes(http: Http, chat: Chat): void {
  addSending(http, chat)
  addFollowing(http, chat)
}

function addSending(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url: `${one}/messages`,
    config: {
      access: 'person',
      idempotency: 'transactional',
      fails: [...cannotSend, 'chat.streams_too_many', 'chat.streams_full'],
    },
    schema: {
      operationId: 'sendChatMessage',
      summary: 'Add a message to a chat session',
      description:
        'The service reads the message into the brief and replies. The answer waits a few seconds for the reply. With `Accept: text/event-stream` it streams the events until `answered` or `failed`. The assistant asks at most three questions in a session.',
      tags,
      params: SessionParams,
      body: SendMessageBody,
      response: messageAnswers,
    },
    handler: async (request, reply) => {
      const { actor, params, body, locale, idempotency, headers } = request
      const isStream = /\btext\/event-stream\b/.test(headers.accept ?? '')
      if (isStream) chat.streams.admit(credentialKey(actor))
      const sent = await chat.send(actor, params.sessionId, {
        text: body.text,
        locale,
        idempotency,
      })
      reply.code(201)
      if (isStream) {
        const { session, event } = sent
        const { companyId, id, lastEvent } = session
        const from = { key: { companyId, id }, after: event - 1, lastEvent, isOver: false }
        return sendStream(chat.streams, { ...from, endsWith: endsAnswer }, request, reply)
      }
      await chat.waitForReply(sent.session)
      return ok(await answerOf(http, chat, actor, sent))
    },
  })
}

async function answerOf(
  http: Http,
  chat: Chat,
  actor: Parameters<Chat['get']>[0],
  { session: { id }, message }: SentMessage,
) {
  const session = await chat.get(actor, id)
  const [next] = await chat.messages(session, { after: message.position, limit: 1 })
  return {
    message: viewMessage(message),
    reply: next?.role === 'assistant' ? viewMessage(next) : null,
    session: await viewSessionFor(http, chat, actor, session),
  }
}

function addFollowing(http: Http, chat: Chat): void {
  http.route({
    method: 'GET',
    url: `${one}/stream`,
    config: {
      access: 'person',
      ticket: true,
      fails: ['chat.session_not_found', ...cannotFollow],
    },
    // A HEAD request would never end.
    exposeHeadRoute: false,
    schema: {
      operationId: 'followChatSession',
      summary: 'Stream a chat session',
      description:
        'Sends server-sent events from the beginning, or after `Last-Event-ID`, without a gap or a repeat. A comment follows every 15 seconds. The stream ends with the session.',
      tags,
      params: SessionParams,
      querystring: FollowQuery,
      headers: LastEventIdHeader,
      response: streamAnswers,
    },
    handler: async (request, reply) => {
      const { actor, params, query, headers } = request
      const read = query.ticket === undefined ? chat.get : chat.getOfTicket
      const session = await read(actor, params.sessionId)
      const after = placeIn(session, headers['last-event-id'] ?? query.lastEventId)
      const { companyId, id, lastEvent, state } = session
      const isOver = state === 'FINALIZED'
      const from = { key: { companyId, id }, after, lastEvent, isOver }
      return sendStream(chat.streams, from, request, reply)
    },
  })
}

/** The event after which the stream continues. An id of another session or of an unknown event is refused. */
function placeIn({ id, lastEvent }: Session, given: string | undefined): number {
  if (given === undefined || given === '') return 0
  const place = readEventId('chs', given)
  if (!place || place.recordId !== id || place.event > lastEvent) throw fail('event_id_invalid')
  return place.event
}
