import { type Outbound, OutboundFailed } from '#platform/net'
import type { PlainBrief } from '../sessions/views.ts'
import { AnswerInvalid } from './read-answer.ts'

/** Where the companion may ask a language model, and the token of two minutes that names the person. */
export type ModelAccess = {
  readonly baseUrl: string
  readonly token: string
  readonly model: string
}

/** The request of `POST /v1/briefs:extract`. */
export type ExtractionRequest = {
  readonly sessionId: string
  readonly messages: readonly {
    readonly id: string
    readonly role: 'buyer' | 'assistant'
    readonly text: string
  }[]
  readonly locale: string
  readonly currency: string
  readonly today: string
  readonly previousBrief?: PlainBrief
  readonly llm?: ModelAccess | undefined
}

/** The companion cannot be reached, or cannot work at the moment. Nothing is wrong with the session. */
export class AgentAway extends Error {
  override readonly name = 'AgentAway'
}

/** The companion did not answer in time. */
export class AgentLate extends Error {
  override readonly name = 'AgentLate'
}

export type AgentClient = {
  /** The answer as it came. Throws `AgentAway`, `AgentLate` or `AnswerInvalid`. */
  extract(request: ExtractionRequest, signal: AbortSignal): Promise<unknown>
}

export type AgentClientDeps = {
  readonly outbound: Outbound
  readonly baseUrl: string
  readonly timeoutMs: number
}

const answerBytesMax = 4_000_000

export function createAgentClient({ outbound, baseUrl, timeoutMs }: AgentClientDeps): AgentClient {
  const url = `${baseUrl.replace(/\/$/, '')}/v1/briefs:extract`
  return {
    extract: async (request, signal) => {
      const answer = await outbound
        .request({
          url,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(request),
          timeoutMs,
          maxBodyBytes: answerBytesMax,
          audience: 'operator',
          signal,
        })
        .catch((error: unknown) => {
          throw problemOf(error)
        })
      const { status, body } = answer
      if (status === 200) return parseBody(body)
      if (isRefusal(status)) throw new AnswerInvalid(`The companion answered ${status}.`)
      throw new AgentAway(`The companion answered ${status}.`)
    },
  }
}

/** The companion read the request and will refuse it again. Any other status may be over soon. */
const isRefusal = (status: number) => status === 400 || status === 413 || status === 422

function problemOf(error: unknown): unknown {
  if (!(error instanceof OutboundFailed) || error.reason === 'aborted') return error
  if (error.reason === 'too_large') return new AnswerInvalid('The answer is too long.')
  const message = `The companion did not answer: ${error.reason}.`
  // A connection that cannot be made has read nothing of the messages.
  const isLate = error.reason === 'timeout' && error.maybeReceived
  return isLate
    ? new AgentLate(message, { cause: error })
    : new AgentAway(message, { cause: error })
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new AnswerInvalid('The answer is not JSON.')
  }
}
