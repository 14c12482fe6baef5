import { Failure } from '#kernel/failure'
import type { Attempt, Outcome } from '../accounting/attempt.ts'
import type { ProviderName } from '../accounting/pricing.ts'
import { viewUsage } from '../accounting/token-usage.ts'
import type { ChatCaller, ChatDeps } from '../deps.ts'
import {
  type ChunkChoice,
  ProviderFailed,
  type StreamEvent,
  type StreamReader,
} from '../dialects/dialect.ts'
import { readEvents } from '../dialects/read-events.ts'
import { asProviderFailed, openCall } from './call-provider.ts'
import type { ChatRequest } from './chat-request.ts'
import { tokensIn } from './estimate-tokens.ts'
import { type Plan, planCall } from './plan-call.ts'
import { failureOf, settleAttempt, type Used, usedSoFar, withAttempts } from './with-attempts.ts'

export type StreamedChat = {
  readonly provider: ProviderName
  readonly attempts: number
  /**
   * The chunks in OpenAI's format, together as they came. Throws a `Failure` when the provider fails in the middle. The attempt is settled however the
   * loop ends, so it has to be run.
   */
  readonly chunks: AsyncIterable<readonly object[]>
}

type Events = AsyncGenerator<readonly StreamEvent[]>

/** Undefined `failed`: nothing has failed so far. */
type Arrived = { readonly chunks: readonly (readonly ChunkChoice[])[]; readonly failed: unknown }

type Begun = {
  readonly reader: StreamReader
  readonly events: Events
  /** What came until the first content, and with it. */
  readonly first: Arrived
}

/** Asks a model, and returns as soon as its first content is there. */
export async function streamChat(
  deps: ChatDeps,
  caller: ChatCaller,
  request: ChatRequest,
): Promise<StreamedChat> {
  const plan = await planCall(deps, request)
  const { attempt, begun } = await withAttempts(deps, caller, plan, () =>
    beginStream(deps, caller, plan),
  )
  return {
    provider: plan.provider.name,
    attempts: attempt.number,
    chunks: relay(deps, caller, plan, attempt, begun),
  }
}

async function beginStream(deps: ChatDeps, { signal }: ChatCaller, plan: Plan): Promise<Begun> {
  const { provider, request, maxTokens } = plan
  const answer = await openCall(deps, { provider, request, maxTokens, signal })
  const reader = provider.dialect.streamReader(request)
  const events = readEvents(answer.body)
  try {
    return { reader, events, first: await readFirst(reader, events) }
  } catch (error) {
    // Closes the connection: nobody reads the rest.
    await events.return(undefined).catch(() => undefined)
    throw error
  }
}

/** Frames without content are kept back: an error that comes after them can still be retried. */
async function readFirst(reader: StreamReader, events: Events): Promise<Arrived> {
  const first: (readonly ChunkChoice[])[] = []
  for (;;) {
    const { value: arrived, done } = await events.next()
    if (done) {
      if (reader.isComplete()) return { chunks: first, failed: undefined }
      throw new ProviderFailed('network', 'The stream ended before its first content.', {
        maybeCharged: true,
      })
    }
    const { chunks, failed } = readAll(reader, arrived)
    first.push(...chunks)
    if (first.some((choices) => choices.some(hasContent))) return { chunks: first, failed }
    if (failed !== undefined) throw failed
  }
}

function hasContent({ delta, finish_reason }: ChunkChoice): boolean {
  return finish_reason !== null || bytesOf(delta) > 0
}

async function* relay(
  deps: ChatDeps,
  { signal }: ChatCaller,
  plan: Plan,
  attempt: Attempt,
  { reader, events, first }: Begun,
): AsyncGenerator<readonly object[]> {
  const { request } = plan
  const head = {
    id: `chatcmpl-${attempt.id}`,
    object: 'chat.completion.chunk',
    created: Math.floor(attempt.createdAt.getTime() / 1_000),
    model: request.model,
  }
  const wantsUsage = request.stream_options?.include_usage === true
  const relayed: ChunkChoice[] = []
  let bytes = 0
  // Whoever leaves the loop early is a client that has gone.
  let outcome: Outcome = 'client_gone'
  const chunkOf = (choices: readonly ChunkChoice[]) => {
    for (const { delta } of choices) bytes += bytesOf(delta)
    if (deps.prompts.keeps(attempt.companyId)) relayed.push(...choices)
    return { ...head, choices, ...(wantsUsage && { usage: null }) }
  }
  try {
    yield first.chunks.map(chunkOf)
    if (first.failed !== undefined) throw first.failed
    for await (const arrived of events) {
      const { chunks, failed } = readAll(reader, arrived)
      if (chunks.length > 0) yield chunks.map(chunkOf)
      if (failed !== undefined) throw failed
    }
    if (!reader.isComplete()) {
      throw new ProviderFailed('network', 'The stream was cut off.', { maybeCharged: true })
    }
    outcome = 'ok'
    if (wantsUsage) {
      const { usage, usageSource } = usedBy(plan, reader, bytes)
      yield [{ ...head, choices: [], usage: viewUsage(usage, usageSource) }]
    }
  } catch (error) {
    outcome = signal.aborted ? 'client_gone' : outcomeOf(error)
    throw error instanceof Failure ? error : failureOf(deps, asProviderFailed(error))
  } finally {
    await events.return(undefined).catch(() => undefined)
    await settleAttempt(deps, plan, attempt, usedBy(plan, reader, bytes), outcome)
    await deps.prompts.keep(attempt, request, relayed)
  }
}

/** What came before a failure is still sent on. */
function readAll(reader: StreamReader, events: readonly StreamEvent[]): Arrived {
  const chunks: (readonly ChunkChoice[])[] = []
  try {
    for (const event of events) {
      const choices = reader.read(event)
      if (choices.length > 0) chunks.push(choices)
    }
    return { chunks, failed: undefined }
  } catch (failed) {
    return { chunks, failed }
  }
}

function outcomeOf(error: unknown): Outcome {
  const { problem } = asProviderFailed(error)
  return problem === 'network' ? 'cut_off' : problem
}

/** The provider's own count, if it sent the one of the whole answer. */
function usedBy(plan: Plan, reader: StreamReader, bytes: number): Used {
  const reported = reader.usage()
  if (reported && reader.isUsageFinal())
    return { usage: reported, usageSource: 'provider_reported' }
  return usedSoFar(plan, reported, tokensIn(bytes))
}

/** The bytes of what a model wrote: text, and the names and arguments of tools. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + bytesOf(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, each]) =>
      key === 'role' || key === 'id' || key === 'type' ? sum : sum + bytesOf(each),
    0,
  )
}
