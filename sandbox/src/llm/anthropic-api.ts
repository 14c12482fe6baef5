import type { SandboxHttp } from '../http.ts'
import { type Desk, type ServerEvent, sendEvents } from './desk.ts'
import { countTokens, piecesOf, type Said, type Script, say, scriptOf } from './script.ts'

type Json = Readonly<Record<string, unknown>>
type Turn = { readonly role: string; readonly content: string | readonly Json[] }
type Body = Json & {
  readonly model: string
  readonly messages: readonly Turn[]
  readonly stream?: boolean
}

/** A provider that speaks the Messages format of Anthropic, as strictly as it is checked there. */
export function anthropicApi({ desk, apiKey }: { readonly desk: Desk; readonly apiKey: string }) {
  return async (http: SandboxHttp): Promise<void> => {
    http.post('/llm/b/v1/messages', { bodyLimit: 60_000_000 }, async (request, reply) => {
      desk.watch(reply.raw)
      const refuse = (status: number, type: string, message: string) =>
        reply.code(status).send({ type: 'error', error: { type, message } })
      const { 'x-api-key': key, authorization } = request.headers
      // The key in its own header, or as a bearer, as its client sends it.
      if (key !== apiKey && authorization !== `Bearer ${apiKey}`) {
        return refuse(401, 'authentication_error', 'invalid x-api-key')
      }
      const body = request.body as Body
      desk.note({ provider: 'b', body })
      const problem = problemOf(body, request.headers['anthropic-version'])
      if (problem) return refuse(400, 'invalid_request_error', problem)
      const text = lastText(body)
      const script = scriptOf(text)
      if (script.isSilent) return desk.hold()
      if (script.errorStatus && (!script.isErrorOnce || desk.failsFirst(text))) {
        if (script.retryAfter) reply.header('retry-after', script.retryAfter)
        const type = script.errorStatus === 529 ? 'overloaded_error' : 'api_error'
        return refuse(script.errorStatus, type, `The sandbox answers ${script.errorStatus}.`)
      }
      if (script.isHeld) await desk.hold()
      if (script.isGarbage) return reply.type('application/json').send('{"content": [')
      const said = sayFor(body, text)
      const head = { id: 'msg_sandbox', type: 'message', role: 'assistant', model: body.model }
      if (body.stream) return sendEvents(reply, script, eventsOf(body, head, said, script))
      return reply.send({
        ...head,
        content: [blockOf(said)],
        stop_reason: said.kind === 'tool' ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        ...(script.usage !== 'none' && { usage: usageOf(body, said, script) }),
      })
    })
  }
}

const removedParameters = ['temperature', 'top_p', 'top_k']

function problemOf(body: Body, version: unknown): string | undefined {
  const { max_tokens, messages } = body
  if (version !== '2023-06-01' && version !== '2026-10-21') {
    return 'anthropic-version: header is required'
  }
  const extra = removedParameters.find((name) => name in body)
  if (version === '2026-10-21' && extra) return `${extra}: Extra inputs are not permitted`
  if (!Number.isInteger(max_tokens)) return 'max_tokens: Field required'
  const [first] = messages
  if (first?.role !== 'user') return 'messages: first message must use the "user" role'
  const isMixed = messages.some(({ role }, at) => role === messages[at - 1]?.role)
  return isMixed ? 'messages: roles must alternate between "user" and "assistant"' : undefined
}

const blocksOf = ({ content }: Turn): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

function lastText({ messages }: Body): string {
  const asked = messages.findLast(
    (turn) => turn.role === 'user' && blocksOf(turn).some(({ type }) => type === 'text'),
  )
  return asked
    ? blocksOf(asked)
        .map(({ text }) => String(text ?? ''))
        .join('')
    : ''
}

function sayFor(body: Body, text: string): Said {
  const [tool] = (body.tools ?? []) as { name: string; input_schema: unknown }[]
  const last = body.messages.at(-1)
  const isAnswered = last !== undefined && blocksOf(last).some(({ type }) => type === 'tool_result')
  const choice = (body.tool_choice as Json | undefined)?.type
  const config = body.output_config as { format?: { schema?: unknown } } | undefined
  const images = body.messages.flatMap((turn) =>
    blocksOf(turn).filter(({ type }) => type === 'image'),
  )
  return say({
    text,
    tool:
      tool && choice !== 'none' && !isAnswered
        ? { name: tool.name, schema: tool.input_schema }
        : undefined,
    schema: config?.format?.schema,
    images: images.length,
  })
}

function blockOf(said: Said): Json {
  if (said.kind === 'text') return { type: 'text', text: said.text, citations: null }
  return { type: 'tool_use', id: 'toolu_sandbox', name: said.name, input: said.input }
}

/** The cached tokens are counted beside the input tokens. */
function usageOf(body: Body, said: Said, script: Script) {
  const isZero = script.usage === 'zero'
  return {
    input_tokens: isZero ? 0 : countTokens(body.messages),
    cache_creation_input_tokens: isZero ? 0 : script.cacheWriteTokens,
    cache_read_input_tokens: isZero ? 0 : script.cachedTokens,
    output_tokens: isZero ? 0 : countTokens(said) + script.reasoningTokens,
    output_tokens_details: { thinking_tokens: isZero ? 0 : script.reasoningTokens },
    service_tier: 'standard',
  }
}

function eventsOf(body: Body, head: object, said: Said, script: Script) {
  const event = (name: string, fields: object): ServerEvent => ({
    name,
    data: JSON.stringify({ type: name, ...fields }),
  })
  const {
    output_tokens: output,
    output_tokens_details: details,
    ...input
  } = usageOf(body, said, script)
  const reports = script.usage !== 'none'
  const delta = (fields: object) => event('content_block_delta', { index: 0, delta: fields })
  const start = { ...blockOf(said), ...(said.kind === 'text' ? { text: '' } : { input: {} }) }
  return {
    head: [
      event('message_start', {
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          // The count of the output is a first guess here.
          ...(reports && { usage: { ...input, output_tokens: Math.min(output, 1) } }),
        },
      }),
      event('content_block_start', { index: 0, content_block: start }),
      event('ping', {}),
    ],
    content:
      said.kind === 'text'
        ? piecesOf(said.text).map((text) => delta({ type: 'text_delta', text }))
        : piecesOf(JSON.stringify(said.input)).map((text) =>
            delta({ type: 'input_json_delta', partial_json: text }),
          ),
    tail: [
      event('content_block_stop', { index: 0 }),
      // Cumulative, and without the input that did not change.
      event('message_delta', {
        delta: { stop_reason: said.kind === 'tool' ? 'tool_use' : 'end_turn', stop_sequence: null },
        ...(reports && {
          usage: { input_tokens: null, output_tokens: output, output_tokens_details: details },
        }),
      }),
      event('message_stop', {}),
    ],
    error: event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  }
}
