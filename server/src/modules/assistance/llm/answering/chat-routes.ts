import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import { type Http, type Routes, releaseRequest } from '#platform/http'
import type { ChatCaller } from '../deps.ts'
import type { Llm } from '../service.ts'
import { ChatBody, type ChatRequest } from './chat-request.ts'
import { CompletionView, ModelsView, OpenAiError } from './chat-schemas.ts'
import { openAiErrorText } from './openai-error.ts'
import type { StreamedChat } from './stream-chat.ts'

const tags = ['Language models']
const errors = { '4xx': OpenAiError, '5xx': OpenAiError }

const chatFails = [
  'llm.model_not_allowed',
  'llm.provider_not_configured',
  'llm.daily_limit_exceeded',
  'llm.allowance_exceeded',
  'llm.accounting_unavailable',
  'llm.request_unsupported',
  'llm.image_invalid',
  'llm.provider_refused',
  'llm.provider_busy',
  'llm.provider_failed',
  'llm.provider_timeout',
]

/** The routes in OpenAI's format. The token belongs to a person, or to a companion that acts for one: keys and partner apps spend nobody's tokens. */
export function chatRoutes(llm: Llm, requestBytesMax: number): Routes {
  return async (http) => {
    // Streams that the server cuts off while it closes are settled before the database is closed.
    http.addHook('onClose', () => llm.idle())
    addCreateChatCompletion(http, llm, requestBytesMax)
    addListModels(http, llm)
  }
}

function addListModels(http: Http, llm: Llm): void {
  http.route({
    method: 'GET',
    url: '/api/v1/llm/models',
    config: { access: 'person', refusalText: openAiErrorText },
    schema: {
      operationId: 'listLanguageModels',
      summary: 'List language models',
      description:
        'The approved families whose provider is configured, in the wire format of OpenAI. A request names a family, or a version of it: the name followed by `-latest`, a date or a build (`-2026-08-07`, `-20260807`, `-0613`).',
      tags,
      response: { 200: ModelsView, ...errors },
    },
    handler: async () => ({
      object: 'list' as const,
      data: llm.models().map(({ name, provider }) => ({
        id: name,
        object: 'model' as const,
        created: 0,
        owned_by: `provider-${provider.toLowerCase()}`,
      })),
    }),
  })
}

function addCreateChatCompletion(http: Http, llm: Llm, bodyLimit: number): void {
  http.route({
    method: 'POST',
    url: '/api/v1/llm/chat/completions',
    bodyLimit,
    config: {
      access: 'person',
      companions: true,
      // A stored answer would be a stored conversation.
      idempotency: 'none',
      refusalText: openAiErrorText,
      fails: chatFails,
    },
    schema: {
      operationId: 'createChatCompletion',
      summary: 'Ask a language model',
      description:
        'Accepts and answers the wire format of OpenAI, so its clients work with this address and a token of a person. With `stream: true` it sends server-sent events. Tokens are reserved before the call and settled after it. An `Idempotency-Key` is ignored: a repeated request is a new call.',
      tags,
      body: ChatBody,
      response: {
        200: {
          description: 'The answer of the model, or its pieces.',
          content: {
            'application/json': { schema: Type.Unsafe<string>(CompletionView) },
            'text/event-stream': {
              schema: Type.String({
                description: 'Chunks as `data:` lines, and `data: [DONE]` at the end.',
                examples: [
                  'data: {"object":"chat.completion.chunk","choices":[]}\n\ndata: [DONE]\n\n',
                ],
              }),
            },
          },
        },
        ...errors,
      },
    },
    handler: async (request, reply) => {
      try {
        return await answer(request.body, request, reply, llm)
      } catch (error) {
        // Clients of OpenAI retry a 429 by themselves. That helps only where the wait is short.
        if (error instanceof Failure && error.code === 'llm.daily_limit_exceeded') {
          reply.header('retry-after', String(error.details.retryAfterSeconds))
          reply.header('x-should-retry', 'false')
        }
        throw error
      }
    },
  })
}

async function answer(body: ChatRequest, request: FastifyRequest, reply: FastifyReply, llm: Llm) {
  const gone = new AbortController()
  const { raw } = reply
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  // A client may have left while its request was checked.
  if (raw.destroyed) gone.abort()
  const { actor } = request
  const caller: ChatCaller = {
    companyId: actor.companyId,
    userId: actor.id,
    requestId: request.id,
    allowance: actor.allowance,
    signal: gone.signal,
  }
  if (body.stream) {
    const streamed = await llm.stream(caller, body)
    return sendStream(request, reply, llm, streamed, gone.signal)
  }
  const { completion, provider, attempts, usageSource, costNano } = await llm.complete(caller, body)
  reply.header('x-provider', provider).header('x-attempts', attempts)
  reply.header('x-usage-source', usageSource)
  if (costNano !== undefined) reply.header('x-cost-nano', costNano.toString())
  // A text: the answer of a provider has more fields than the document names.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(completion))
}

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  llm: Llm,
  streamed: StreamedChat,
  signal: AbortSignal,
) {
  const { log } = request
  reply.header('x-provider', streamed.provider).header('x-attempts', streamed.attempts)
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  releaseRequest(reply)
  // A client that has gone shows in `close`. Without a listener, a write after that would end the process.
  raw.on('error', () => undefined)
  void llm.track(
    writeChunks(raw, streamed, signal).catch((error: unknown) => {
      log.error({ err: error }, 'A stream of a language model failed.')
      raw.destroy()
    }),
  )
  return reply
}

/** A stream that fails ends with an error event and without `[DONE]`, so no client takes it for complete. */
async function writeChunks(
  raw: ServerResponse,
  { chunks }: StreamedChat,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const arrived of chunks) {
      if (signal.aborted) return
      const text = arrived.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
      if (raw.write(text) || (await hasDrained(raw, signal))) continue
      raw.destroy()
      return
    }
    raw.end('data: [DONE]\n\n')
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof Failure)) throw error
    raw.end(`data: ${openAiErrorText(error)}\n\n`)
  }
}

const stallMs = 30_000

/** False for a client that has gone, or that reads nothing: the provider would write for nobody. */
async function hasDrained(raw: ServerResponse, signal: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(stallMs)])
  return once(raw, 'drain', { signal: patience }).then(
    () => true,
    () => false,
  )
}
