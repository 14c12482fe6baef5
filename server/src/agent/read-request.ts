import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCurrency } from '#kernel/currency'
import type { AgentLimits } from './agent-limits.ts'
import { BriefSchema, type Message } from './brief.ts'
import type { ExtractionInput } from './extract-brief.ts'
import type { ModelAccess } from './model/ask-model.ts'

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
    /** Where the company may ask a model, and the token of two minutes that names the company. */
    llm: Type.Optional(
      Type.Object(
        {
          baseUrl: Type.String({ pattern: '^https?://[^/?#]+', maxLength: 500 }),
          token: Type.String({ pattern: '^[A-Za-z0-9._~+/=-]+$', maxLength: 8_000 }),
          model: Type.String({ minLength: 1, maxLength: 200 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const shape = Compile(RequestSchema)

export type BriefRequest = Static<typeof RequestSchema>
export type ExtractionRequest = {
  readonly input: ExtractionInput
  /** Undefined: the grammar works alone. */
  readonly llm: ModelAccess | undefined
}
type RequestLimits = Pick<AgentLimits, 'messagesMax' | 'messageLengthMax'> & {
  readonly gatewayUrl: string
}

/** A request that is refused. Its message names the field and never repeats a value. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly status: 400 | 413 | 503
  readonly code: string
  constructor(status: 400 | 413 | 503, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The request of `POST /v1/briefs:extract`, or `RequestRefused`. */
export function readRequest(body: Buffer, limits: RequestLimits): ExtractionRequest {
  const request = parseBody(body)
  if (!shape.Check(request)) {
    const [problem] = shape.Errors(request)
    const place = problem?.instancePath || 'the body'
    throw invalidRequest(`${place.slice(0, 200)} ${problem?.message ?? 'is not valid'}.`)
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
  if (!isCurrency(currency)) throw invalidRequest('/currency is not a currency of ISO 4217.')
  if (!isDay(today)) throw invalidRequest('/today is not a day of the calendar.')
  const { llm, ...input } = request
  return { input, llm: llm && { ...llm, baseUrl: gatewayOf(llm.baseUrl, limits) } }
}

/** A request may not send the companion, or a token, to an address of its choice. */
function gatewayOf(baseUrl: string, { gatewayUrl }: RequestLimits): string {
  const isOurs = URL.canParse(baseUrl) && new URL(baseUrl).href === new URL(gatewayUrl).href
  if (!isOurs) throw invalidRequest('/llm/baseUrl is not the gateway of this companion.')
  return gatewayUrl.replace(/\/$/, '')
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new RequestRefused(400, 'body_not_json', 'The body is not JSON in UTF-8.')
  }
}

/** The source of a value names its message, so two messages may not share an id. */
function assertIdsDiffer(messages: readonly Message[]): void {
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size < messages.length) throw invalidRequest('/messages has an id twice.')
}

function isDay(text: string): boolean {
  if (text < '2000' || text >= '2200') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function invalidRequest(message: string): RequestRefused {
  return new RequestRefused(400, 'request_invalid', message)
}
