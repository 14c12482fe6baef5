import type { SandboxHttp } from '../http.ts'
import { type Desk, type ServerEvent, sendEvents } from './desk.ts'
import { countTokens, piecesOf, type Said, type Script, say, scriptOf } from './script.ts'

type Json = Readonly<Record<string, unknown>>
type Body = Json & {
  readonly model: string
  readonly messages: readonly (Json & { readonly role: string })[]
  readonly stream?: boolean
  readonly n?: number
}

/** A provider that speaks the wire format of OpenAI. */
export function openAiApi({ desk, apiKey }: { readonly desk: Desk; readonly apiKey: string }) {
  return async (http: SandboxHttp): Promise<void> => {
    http.post('/llm/a/v1/chat/completions', { bodyLimit: 60_000_000 }, async (request, reply) => {
      desk.watch(reply.raw)
      const refuse = (status: number, message: string, type = 'invalid_request_error') =>
        reply.code(status).send({ error: { message, type, param: null, code: null } })
      if (request.headers.authorization !== `Bearer ${apiKey}`) {
        return refuse(401, 'Incorrect API key provided.')
      }
      const body = request.body as Body
      desk.note({ provider: 'a', body })
      const text = lastText(body)
      const script = scriptOf(text)
      if (script.isSilent) return desk.hold()
      if (script.errorStatus && (!script.isErrorOnce || desk.failsFirst(text))) {
        if (script.retryAfter) reply.header('retry-after', script.retryAfter)
        return refuse(script.errorStatus, `The sandbox answers ${script.errorStatus}.`)
      }
      if (script.isHeld) await desk.hold()
      if (script.isGarbage) return reply.type('application/json').send('{"choices": [')
      const said = sayFor(body, text)
      const head = { id: 'chatcmpl-sandbox', created: 1_764_000_000, model: `${body.model}-2026` }
      if (body.stream) return sendEvents(reply, script, eventsOf(body, head, said, script))
      return reply.send({
        ...head,
        object: 'chat.completion',
        choices: indexesOf(body).map((index) => ({
          index,
          message: messageOf(said),
          finish_reason: said.kind === 'tool' ? 'tool_calls' : 'stop',
          logprobs: null,
        })),
        ...usageOf(body, said, script),
        service_tier: 'default',
      })
    })
  }
}

/** One for each answer that is asked for. */
const indexesOf = ({ n = 1 }: Body) => Array.from({ length: n }, (_, index) => index)

function lastText({ messages }: Body): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (typeof content === 'string') return content
  return ((content ?? []) as Json[]).map((part) => String(part.text ?? '')).join('')
}

function sayFor(body: Body, text: string): Said {
  const [tool] = (body.tools ?? []) as { function: { name: string; parameters: unknown } }[]
  const isAnswered = body.messages.at(-1)?.role === 'tool'
  const used = body.tool_choice !== 'none' && !isAnswered ? tool : undefined
  const format = body.response_format as { json_schema?: { schema: unknown } } | undefined
  const images = body.messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((part: Json) => part.type === 'image_url') : [],
  )
  return say({
    text,
    tool: used && { name: used.function.name, schema: used.function.parameters },
    schema: format?.json_schema?.schema,
    images: images.length,
  })
}

function messageOf(said: Said) {
  if (said.kind === 'text') return { role: 'assistant', content: said.text, refusal: null }
  const call = { name: said.name, arguments: JSON.stringify(said.input) }
  const calls = [{ id: 'call_sandbox', type: 'function', function: call }]
  return { role: 'assistant', content: null, refusal: null, tool_calls: calls }
}

/** The cached tokens are a part of the prompt, and the reasoning is a part of the completion. */
function usageOf(body: Body, said: Said, script: Script): { usage?: object } {
  if (script.usage === 'none') return {}
  const isZero = script.usage === 'zero'
  const prompt = isZero ? 0 : countTokens(body.messages) + script.cachedTokens
  const completion = isZero ? 0 : (body.n ?? 1) * countTokens(said) + script.reasoningTokens
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: isZero ? 0 : script.cachedTokens },
      completion_tokens_details: { reasoning_tokens: isZero ? 0 : script.reasoningTokens },
    },
  }
}

function eventsOf(body: Body, head: object, said: Said, script: Script) {
  const wantsUsage = (body.stream_options as Json | undefined)?.include_usage === true
  const chunk = (fields: object): ServerEvent => ({
    data: JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      ...(wantsUsage && { usage: null }),
      ...fields,
    }),
  })
  const choice = (delta: object, finish: string | null = null) =>
    indexesOf(body).map((index) =>
      chunk({ choices: [{ index, delta, finish_reason: finish, logprobs: null }] }),
    )
  const call = (fields: object) => choice({ tool_calls: [{ index: 0, ...fields }] })
  const content =
    said.kind === 'text'
      ? piecesOf(said.text).flatMap((text) => choice({ content: text }))
      : [
          ...call({
            id: 'call_sandbox',
            type: 'function',
            function: { name: said.name, arguments: '' },
          }),
          ...piecesOf(JSON.stringify(said.input)).flatMap((text) =>
            call({ function: { arguments: text } }),
          ),
        ]
  const { usage } = usageOf(body, said, script)
  return {
    head: choice({ role: 'assistant', content: '' }),
    content,
    tail: [
      ...choice({}, said.kind === 'tool' ? 'tool_calls' : 'stop'),
      ...(wantsUsage && usage ? [chunk({ choices: [], usage })] : []),
      { data: '[DONE]' },
    ],
    error: {
      data: JSON.stringify({ error: { message: 'The sandbox failed.', type: 'server_error' } }),
    },
  }
}
