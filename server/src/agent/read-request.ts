import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCurrency } from '#kernel/currency'
import type { AgentLimits } from './agent-limits.ts'
import { BriefSchema, type Message } from './brief.ts'
import type { ExtractionInput } from './extract-brief.ts'

const RequestSchema = Type.Object(
  {
    sessionId: Type.String({ minLength: 1, maxLength: 100 }),
    messages: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 100 }),
          role: Type.Union([Type.Literal('buyer'), Type.Literal('assistant')]),
          text: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
    locale: Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$', maxLength: 35 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3 }),
    today: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }),
    previousBrief: Type.Optional(BriefSchema),
  },
  { additionalProperties: false },
)
const shape = Compile(RequestSchema)

/** A request that is refused. Its message names the field and never repeats a value. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly status: 400 | 413
  readonly code: string
  constructor(status: 400 | 413, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The request of `POST /v1/briefs:extract`, or `RequestRefused`. */
export function readRequest(body: Buffer, limits: AgentLimits): ExtractionInput {
  const request = parsed(body)
  if (!shape.Check(request)) {
    const [problem] = shape.Errors(request)
    const place = problem?.instancePath || 'the body'
    throw invalid(`${place.slice(0, 200)} ${problem?.message ?? 'is not valid'}.`)
  }
  const { messages, currency, today } = request
  if (messages.length > limits.messagesMax) {
    throw new RequestRefused(413, 'messages_too_many', `At most ${limits.messagesMax} messages.`)
  }
  if (messages.some(({ text }) => text.length > limits.messageLengthMax)) {
    const message = `A message has at most ${limits.messageLengthMax} characters.`
    throw new RequestRefused(413, 'message_too_long', message)
  }
  assertIdsDiffer(messages)
  if (!isCurrency(currency)) throw invalid('/currency is not a currency of ISO 4217.')
  if (!isDay(today)) throw invalid('/today is not a day of the calendar.')
  return request
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new RequestRefused(400, 'body_not_json', 'The body is not JSON in UTF-8.')
  }
}

/** The source of a value names its message, so two messages may not share an id. */
function assertIdsDiffer(messages: readonly Message[]): void {
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size < messages.length) throw invalid('/messages has an id twice.')
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function invalid(message: string): RequestRefused {
  return new RequestRefused(400, 'request_invalid', message)
}
