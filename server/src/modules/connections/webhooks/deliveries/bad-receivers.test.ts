import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { createDelivering } from './delivering.ts'

let count = 0
const closing: (() => void)[] = []
const service = await useWebhookService()

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

describe('a receiver', () => {
  it('that answers 100 MB is cut off after 64 kB, and the event counts as delivered', async () => {
    let sent = 0
    const url = await answering((response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
    })
    const { delivery, attempts } = await delivered(url)
    expect(delivery).toMatchObject({ state: 'SUCCEEDED', lastStatus: 200 })
    expect(Buffer.byteLength(attempts[0]?.responseBody ?? '')).toBe(16_384)
    // What the buffers of both ends hold, and nothing near what was offered.
    expect(sent).toBeLessThan(20_000_000)
  })

  it.each([
    ['sends a byte now and then, for ever', (response: ServerResponse) => drip(response)],
    ['never answers', () => undefined],
  ])('that %s is disconnected at the timeout and retried', async (_what, answer) => {
    const { delivery, attempts } = await delivered(await answering(answer), 1_000)
    expect(delivery).toMatchObject({ state: 'RETRYING', lastError: 'timeout' })
    expect(attempts).toMatchObject([{ errorClass: 'timeout' }])
  })

  it('that sends its headers byte by byte is disconnected at the timeout', async () => {
    const url = await speaking((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nx-slow: '
      let n = 0
      const timer = setInterval(() => socket.write(head[n++] ?? 'x'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    expect((await delivered(url, 1_000)).delivery).toMatchObject({
      state: 'RETRYING',
      lastError: 'timeout',
    })
  })

  it.each([
    ['speaks no HTTP', (socket: Socket) => void socket.end('hello\r\n\r\n'), 'broken_answer'],
    ['hangs up', (socket: Socket) => void socket.destroy(), 'unreachable'],
  ])('that %s is retried', async (_what, speak, errorClass) => {
    const { delivery, attempts } = await delivered(await speaking(speak))
    expect(delivery.state).toBe('RETRYING')
    expect(attempts).toMatchObject([{ errorClass, responseBody: undefined }])
  })

  it('with broken TLS is retried', async () => {
    const url = (await answering((response) => response.end())).replace('http:', 'https:')
    const { delivery, attempts } = await delivered(url)
    expect(delivery.state).toBe('RETRYING')
    expect(attempts).toMatchObject([{ errorClass: 'tls' }])
  })

  it('that redirects is not followed', async () => {
    let elsewhere = 0
    const target = await answering((response) => {
      elsewhere += 1
      response.end()
    })
    const url = await answering((response) => response.writeHead(307, { location: target }).end())
    expect((await delivered(url)).attempts).toMatchObject([
      { errorClass: 'redirect', statusCode: 307 },
    ])
    expect(elsewhere).toBe(0)
  })
})

function drip(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 50)
  response.on('close', () => clearInterval(timer))
}

async function delivered(url: string, timeoutMs = 15_000) {
  count += 1
  const actor = aWebhookManager(`co_bad_${count}`)
  const { endpoint } = await aWebhook(service.webhooks, actor, { url })
  await service.publish(actor.companyId)
  const settings = { ...service.deps.settings, WEBHOOKS_TIMEOUT_MS: timeoutMs }
  await service.deliver(createDelivering({ ...service.deps, settings }), actor.companyId)
  const [delivery] = await service.webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 1 })
  return service.webhooks.getDelivery(actor, delivery?.id ?? '')
}

function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return listening(server)
}

function speaking(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => speak(socket))
  })
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return listening(server)
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}
