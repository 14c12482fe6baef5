import type { Principal } from '#kernel/actor'
import type { Identity } from '#modules/identity'
import { type Family, familyOf } from './accounting/pricing.ts'
import type { ChatRequest } from './answering/chat-request.ts'
import { type Completed, completeChat } from './answering/complete-chat.ts'
import { type StreamedChat, streamChat } from './answering/stream-chat.ts'
import type { ChatCaller, ChatDeps } from './deps.ts'
import { type LimitInput, type LimitsDeps, listLimits, putLimit } from './limits/put-limit.ts'

export type Llm = {
  /** The approved families whose provider is configured. */
  models(): readonly Family[]
  /** Whether the model is of an approved family. */
  hasModel(model: string): boolean
  complete(caller: ChatCaller, request: ChatRequest): Promise<Completed>
  stream(caller: ChatCaller, request: ChatRequest): Promise<StreamedChat>
  /** The token with which a companion asks models for a person, on the route of chat completions alone, for two minutes. */
  readonly companionToken: Identity['companionToken']
  /** Work that has to end before the database is closed. */
  track(work: Promise<void>): Promise<void>
  /** Resolves when no call is under way any more. */
  idle(): Promise<void>
  putLimit(operator: Principal, input: LimitInput): ReturnType<typeof putLimit>
  listLimits(filter: Parameters<typeof listLimits>[1]): ReturnType<typeof listLimits>
}

type Deps = ChatDeps & LimitsDeps & Pick<Identity, 'companionToken'>

export function createLlm(deps: Deps): Llm {
  const open = new Set<Promise<unknown>>()
  const track = <Value>(work: Promise<Value>): Promise<Value> => {
    open.add(work)
    const forget = () => void open.delete(work)
    work.then(forget, forget)
    return work
  }
  return {
    models: () =>
      deps.families.filter(
        ({ isAllowed, provider }) => isAllowed && deps.providers[provider].apiKey !== undefined,
      ),
    hasModel: (model) => familyOf(deps.families, model)?.isAllowed === true,
    complete: (caller, request) => track(completeChat(deps, caller, request)),
    stream: (caller, request) => track(streamChat(deps, caller, request)),
    companionToken: deps.companionToken,
    track,
    idle: async () => {
      while (open.size > 0) await Promise.allSettled(open)
    },
    putLimit: (operator, input) => putLimit(deps, operator, input),
    listLimits: (filter) => listLimits(deps, filter),
  }
}
