import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { eventIdOf } from '#platform/streams'
import { BriefView, briefExample, viewBrief } from '../brief/brief-schemas.ts'
import { degradedReasons } from '../extraction/degraded-reasons.ts'
import { ItemMatchesView, viewMatches } from '../finalization/match-schemas.ts'
import type { ItemMatches } from './matches.ts'
import { type ChatMessage, type Session, sessionStates, unmatchedItems } from './session.ts'

const Instant = Type.String({ format: 'date-time' })
export const StateView = Type.Enum([...sessionStates], {
  description:
    'OPEN: no message yet. QUEUED_FOR_EXTRACTION and EXTRACTING: a message is being read. NEEDS_CLARIFICATION: the assistant asks. BRIEF_READY: the brief can be confirmed. FINALIZING: its searches run. FINALIZED: the matches are there. FAILED: the messages could not be read; send another one, or enter the brief by hand.',
})

const degradedDescription =
  'Why the language model did not help to read the messages. The rules alone have read them, so the brief may lack more.'

export const DegradedReasonView = Type.Enum([...degradedReasons], {
  description: degradedDescription,
})

export const SessionParams = Type.Object({ sessionId: Type.String({ maxLength: 64 }) })

export const OpenSessionBody = Type.Optional(
  record(
    'StartChatSession',
    'How a chat session begins.',
    {
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3}$',
          maxLength: 3,
          description:
            'The currency that the buyer means by a sign such as $. Default: the currency of the company.',
        }),
      ),
    },
    { examples: [{ currency: 'EUR' }] },
  ),
)

export const SendMessageBody = record(
  'SendChatMessage',
  'A message of the buyer.',
  {
    text: Type.String({
      maxLength: 900_000,
      description: 'At most 20,000 characters, unless set otherwise.',
    }),
  },
  { examples: [{ text: '50 office chairs, delivered to Graz by 5 May' }] },
)

const summary = {
  id: Type.String(),
  state: StateView,
  ownerId: Type.String({ description: 'The person whose session it is.' }),
  locale: Type.String(),
  currency: Type.String(),
  briefVersion: Type.Integer({ description: 'Changes name the version that they are made upon.' }),
  items: Type.Integer({ description: 'The number of items of the brief.' }),
  messages: Type.Integer({ description: 'The number of messages, with the replies.' }),
  failureCode: Type.Union([Type.String(), Type.Null()]),
  degradedReason: Type.Union([DegradedReasonView, Type.Null()], {
    description: `${degradedDescription} Null: it helped, or the service asks no model.`,
  }),
  createdAt: Instant,
  updatedAt: Instant,
  confirmedAt: Type.Union([Instant, Type.Null()]),
  finalizedAt: Type.Union([Instant, Type.Null()]),
}

export const SessionSummaryView = record(
  'ChatSessionSummary',
  'A chat session without its brief.',
  summary,
)

const StreamAddress = Type.Object(
  {
    url: Type.String({
      description: 'The address of the stream with a ticket, for `new EventSource(url)`.',
    }),
    expiresAt: Instant,
  },
  {
    description:
      'The address contains a ticket, which is secret while it is valid. Each read returns a new one.',
  },
)

const summaryExample = {
  id: 'chs_01m7xb82dw3khw78phh28dvacd',
  state: 'NEEDS_CLARIFICATION' as const,
  ownerId: 'usr_01m7xb82dw3khw78phh28dvacd',
  locale: 'en',
  currency: 'EUR',
  briefVersion: 2,
  items: 1,
  messages: 2,
  failureCode: null,
  degradedReason: null,
  createdAt: '2026-04-13T09:00:00.000Z',
  updatedAt: '2026-04-13T09:00:01.000Z',
  confirmedAt: null,
  finalizedAt: null,
}

export const sessionExample = {
  ...summaryExample,
  brief: briefExample,
  lastEventId: 'chs_01m7xb82dw3khw78phh28dvacd/8',
  matches: [],
  unmatchedItems: [],
  requisitionId: null,
  stream: {
    url: '/api/v1/chat/sessions/chs_01m7xb82dw3khw78phh28dvacd/stream?ticket=…',
    expiresAt: '2026-04-13T09:05:01.000Z',
  },
}

const messageExample = {
  id: 'msg_01m7xb82dw3khw78phh28dvacd',
  role: 'buyer' as const,
  text: '50 office chairs',
  createdAt: '2026-04-13T09:00:00.000Z',
}

export const examples = {
  summaries: [summaryExample],
  messages: [messageExample],
  brief: {
    sessionId: summaryExample.id,
    state: summaryExample.state,
    version: 2,
    brief: briefExample,
  },
}

export const answerExample = {
  message: messageExample,
  reply: {
    id: 'msg_01m7xb82dw3khw78phh28dvace',
    role: 'assistant' as const,
    text: 'I have noted: 50 × office chairs. To which country should we deliver?',
    createdAt: '2026-04-13T09:00:01.000Z',
  },
  session: sessionExample,
}

export const SessionView = record(
  'ChatSession',
  'A chat session with its brief. Once the brief is confirmed, it has the searches and their matches.',
  {
    ...summary,
    brief: BriefView,
    lastEventId: Type.String({ description: 'The id of the latest event.' }),
    matches: Type.Array(ItemMatchesView),
    unmatchedItems: Type.Array(Type.Integer(), {
      description:
        'The positions of the items that no product matched, once the session is FINALIZED. `POST …/requisition` asks the buyers of the company for them.',
    }),
    requisitionId: Type.Union([Type.String(), Type.Null()], {
      description: 'The requisition that items of the brief became.',
    }),
    stream: StreamAddress,
  },
)

export const MessageView = record('ChatMessage', 'A message of the buyer, or a reply.', {
  id: Type.String(),
  role: Type.Enum(['buyer', 'assistant']),
  text: Type.String({ description: 'Plain text.' }),
  createdAt: Instant,
})

export const AnswerView = record(
  'ChatAnswer',
  'The message, the reply if it came in time, and the session.',
  {
    message: MessageView,
    reply: Type.Union([MessageView, Type.Null()], {
      description: 'Null while the message is being read: follow the stream, or read the session.',
    }),
    session: SessionView,
  },
)

export const BriefOfSessionView = record('ChatBrief', 'The brief of a session.', {
  sessionId: Type.String(),
  state: StateView,
  version: Type.Integer(),
  brief: BriefView,
})

export function viewSessionSummary(session: Session): Static<typeof SessionSummaryView> {
  return {
    id: session.id,
    state: session.state,
    ownerId: session.ownerId,
    locale: session.locale,
    currency: session.currency,
    briefVersion: session.briefVersion,
    items: session.brief.items.length,
    messages: session.messages,
    failureCode: session.failureCode ?? null,
    degradedReason: session.degradedReason ?? null,
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    confirmedAt: session.confirmedAt?.toISOString() ?? null,
    finalizedAt: session.finalizedAt?.toISOString() ?? null,
  }
}

export function viewSession(
  session: Session,
  matches: readonly ItemMatches[],
  stream: Static<typeof StreamAddress>,
): Static<typeof SessionView> {
  return {
    ...viewSessionSummary(session),
    brief: viewBrief(session),
    lastEventId: eventIdOf(session.id, session.lastEvent),
    matches: matches.map(viewMatches),
    unmatchedItems: session.state === 'FINALIZED' ? unmatchedItems(matches) : [],
    requisitionId: session.requisitionId ?? null,
    stream,
  }
}

export function viewMessage({
  id,
  role,
  text,
  createdAt,
}: ChatMessage): Static<typeof MessageView> {
  return { id, role, text, createdAt: createdAt.toISOString() }
}

export function viewBriefOfSession(session: Session): Static<typeof BriefOfSessionView> {
  const { id, state, briefVersion } = session
  return { sessionId: id, state, version: briefVersion, brief: viewBrief(session) }
}
