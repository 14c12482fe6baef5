import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, Refusal } from '#platform/http'
import { BriefView, briefExample, OpenQuestionView } from '../brief/brief-schemas.ts'
import { ItemSearchView } from '../finalization/match-schemas.ts'
import {
  AnswerView,
  answerExample,
  DegradedReasonView,
  MessageView,
  StateView,
} from './session-schemas.ts'

const eventIdText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

export const FollowQuery = Type.Object({
  lastEventId: eventIdText(
    'Resumes after this event, for clients that cannot send the header `Last-Event-ID` at first. The header has precedence.',
  ),
  ticket: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'A ticket instead of a credential in the headers, which a browser’s EventSource cannot send. It is part of `stream.url` of the session.',
    }),
  ),
})

export const LastEventIdHeader = Type.Object({
  'last-event-id': eventIdText(
    'The id of the last event that you received. The stream resumes after it.',
  ),
})

const eventData = {
  message: MessageView,
  state: record('ChatState', 'The session has entered a state.', { state: StateView }),
  brief: record('ChatBriefChanged', 'The brief has changed.', {
    version: Type.Integer(),
    brief: BriefView,
  }),
  answered: record('ChatAnswered', 'The answer to the latest message is complete.', {
    state: StateView,
    clarification: Type.Optional(OpenQuestionView),
    degradedReason: Type.Optional(DegradedReasonView),
  }),
  failed: record('ChatFailed', 'The messages could not be read.', { code: Type.String() }),
  matches: record('ChatMatchesFound', 'The search for an item has ended.', {
    ...ItemSearchView.properties,
    state: Type.String(),
    productIds: Type.Array(Type.String()),
  }),
  finalized: record('ChatFinalized', 'The matches are complete. No event follows.', {
    sessionId: Type.String(),
  }),
} as const

type Names = keyof typeof eventData

export const ChatEventView = Type.Union(
  (Object.keys(eventData) as Names[]).map((name) =>
    Type.Object({
      id: Type.String({
        description: 'The id of the event. Send it as `Last-Event-ID` to resume.',
      }),
      event: Type.Literal(name),
      data: eventData[name],
    }),
  ),
  {
    title: 'ChatEvent',
    description:
      'One event of the stream, with the lines `id`, `event` and `data`. `data` is JSON.',
    examples: [
      {
        id: 'chs_01m7xb82dw3khw78phh28dvacd/3',
        event: 'brief',
        data: { version: 2, brief: briefExample },
      },
    ],
  },
)

export const streamAnswers = {
  200: {
    description: 'The stream of events.',
    content: { 'text/event-stream': { schema: ChatEventView } },
  },
  204: Type.Null({
    description:
      'The session is final and you have received all of its events. Do not connect again.',
  }),
  '4xx': Refusal,
  '5xx': Refusal,
}

/** JSON, or the events of the answer for a client that accepts them. */
export const messageAnswers = {
  ...answers(AnswerView, { status: 201, examples: [answerExample] }),
  200: {
    description: 'The events of the answer, for a client that accepts `text/event-stream`.',
    content: { 'text/event-stream': { schema: ChatEventView } },
  },
}
