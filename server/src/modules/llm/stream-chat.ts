import { Failure } from '#kernel/failure'
import type { Attempt, Outcome } from './attempt.ts'
import { asProviderFailed, openCall } from './call-provider.ts'
import type { ChatRequest } from './chat-request.ts'
import type { ChatCaller, ChatDeps } from './deps.ts'
import { type ChunkChoice, ProviderFailed, type StreamEvent, type StreamReader } from './dialect.ts'
import { tokensIn } from './estimate-tokens.ts'
import { type Plan, planCall } from './plan-call.ts'
import type { ProviderName } from './pricing.ts'
import { readEvents } from './read-events.ts'
import { viewUsage } from './token-usage.ts'
import { failureOf, settleAttempt, type Used, usedSoFar, withAttempts } from './with-attempts.ts'

export type StreamedChat = {
  readonly provider: ProviderName
  readonly attempts: number
  /**
   * The chunks in OpenAI's format. Throws a `Failure` when the provider fails in the middle. The attempt is settled however the
   * loop ends, so it has to be run.
   */
  readonly chunks: AsyncIterable<object>
}

type Begun = {
  readonly reader: StreamReader
  readonly events: AsyncGenerator<StreamEvent>
  /** The choices until the first content. */
  readonly first: readonly ChunkChoice[]
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
async function readFirst(
  reader: StreamReader,
  events: AsyncGenerator<StreamEvent>,
): Promise<readonly ChunkChoice[]> {
  const first: ChunkChoice[] = []
  for (;;) {
    const { value: event, done } = await events.next()
    if (done) {
      if (reader.isComplete()) return first
      throw new ProviderFailed('network', 'The stream ended before its first content.', {
        maybeCharged: true,
      })
    }
    first.push(...reader.read(event))
    if (first.some(hasContent)) return first
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
): AsyncGenerator<object> {
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
    // One at a time: a chunk has one piece of each choice.
    for (const choice of first) yield chunkOf([choice])
    for await (const event of events) {
      const choices = reader.read(event)
      if (choices.length > 0) yield chunkOf(choices)
    }
    if (!reader.isComplete()) {
      throw new ProviderFailed('network', 'The stream was cut off.', { maybeCharged: true })
    }
    outcome = 'ok'
    if (wantsUsage) {
      const { usage, usageSource } = usedBy(plan, reader, bytes)
      yield { ...head, choices: [], usage: viewUsage(usage, usageSource) }
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
