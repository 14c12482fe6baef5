import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from '#testing/close-at-end'

export type FakeReply =
  | { readonly kind: 'says'; readonly content: unknown; readonly more?: object }
  | { readonly kind: 'answers'; readonly status: number; readonly body: string | Buffer }
  | { readonly kind: 'hangs' }

export type FakeRequest = {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: Record<string, unknown>
}

/** Stands for the gateway: the wire format of OpenAI, with an answer that the test chooses. */
export async function useFakeGateway() {
  const requests: FakeRequest[] = []
  const state: { reply: FakeReply } = { reply: { kind: 'hangs' } }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url, headers } = request
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    requests.push({ url, authorization: headers.authorization, body })
    const { reply } = state
    if (reply.kind === 'hangs') return
    response.statusCode = reply.kind === 'answers' ? reply.status : 200
    response.setHeader('content-type', 'application/json')
    if (response.statusCode === 302) response.setHeader('location', 'http://127.0.0.1:1/')
    response.end(reply.kind === 'answers' ? reply.body : JSON.stringify(completionOf(reply)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    reply: (reply: FakeReply) => {
      state.reply = reply
    },
  }
}

function completionOf({ content, more }: FakeReply & { readonly kind: 'says' }) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const message = { role: 'assistant', content: text, refusal: null, ...more }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'model-1',
    choices: [{ index: 0, finish_reason: 'stop', message }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}
