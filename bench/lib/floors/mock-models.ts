import { createServer, type ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Both language-model providers, as fast as they can be: fixed answers in their wire formats, whole or as a stream of twenty pieces.
 * Its first argument is the port.
 */
const pieces = Array.from({ length: 20 }, (_, at) => `Box ${at + 1} has twelve pairs of gloves. `)
const text = pieces.join('')
const [inputTokens, outputTokens] = [120, 180]

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const openAi = { id: 'chatcmpl-1', created: 1_764_000_000, model: 'gpt-5' }
const openAiUsage = {
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
}
const openAiWhole = json({
  ...openAi,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: openAiUsage,
})
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ ...openAi, object: 'chat.completion.chunk', ...fields })}\n\n`
const choice = (delta: object, finish: string | null = null) =>
  chunk({ choices: [{ index: 0, delta, finish_reason: finish }] })
const openAiStream = [
  choice({ role: 'assistant', content: '' }),
  ...pieces.map((content) => choice({ content })),
  choice({}, 'stop'),
  chunk({ choices: [], usage: openAiUsage }),
  'data: [DONE]\n\n',
]

const anthropic = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' }
const anthropicUsage = { input_tokens: inputTokens, output_tokens: outputTokens }
const anthropicWhole = json({
  ...anthropic,
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: anthropicUsage,
})
const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const anthropicStream = [
  event('message_start', {
    message: { ...anthropic, content: [], usage: { ...anthropicUsage, output_tokens: 1 } },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  ...pieces.map((piece) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
  ),
  event('content_block_stop', { index: 0 }),
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: outputTokens },
  }),
  event('message_stop'),
]

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end('{}')
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const isAnthropic = request.url?.endsWith('/messages') ?? false
    const { stream } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { stream?: boolean }
    if (stream) return void sendStream(response, isAnthropic ? anthropicStream : openAiStream)
    response.setHeader('content-type', 'application/json')
    response.end(isAnthropic ? anthropicWhole : openAiWhole)
  })
})

/** Each piece comes in a turn of its own, as from a model. */
async function sendStream(response: ServerResponse, events: readonly string[]): Promise<void> {
  response.setHeader('content-type', 'text/event-stream')
  for (const one of events) {
    response.write(one)
    await turn()
  }
  response.end()
}

server.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
