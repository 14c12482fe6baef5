import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Actor, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Endpoint, Webhooks } from '#modules/webhooks'
import { closeAtEnd } from './close-at-end.ts'

/** Somebody of a company who may manage its webhooks. */
export function aWebhookManager(companyId: Id<'co'> = 'co_1'): Actor {
  return {
    kind: 'api_key',
    id: `key_of_${companyId}`,
    companyId,
    roles: new Set(),
    scopes: new Set<Scope>(['webhooks:manage']),
  }
}

type EndpointWishes = {
  readonly name?: string
  readonly url?: string
  readonly events?: readonly string[]
  readonly maxPerSecond?: number
  readonly payload?: 'full' | 'thin'
  readonly ed25519?: boolean
  readonly ordered?: boolean
}

/** An active subscription to everything. */
export async function aWebhook(
  webhooks: Webhooks,
  actor: Actor,
  {
    name = 'ERP',
    url = 'http://127.0.0.1:9/hooks',
    events = ['*'],
    ...wishes
  }: EndpointWishes = {},
): Promise<{ endpoint: Endpoint; secret: string }> {
  return webhooks.create(actor, { name, url, events, ...wishes, idempotency: undefined })
}

export type Received = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type ReceiverAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly delayMs?: number
  /** It does not answer before this. */
  readonly until?: Promise<unknown>
  /** Called when a request arrives. */
  readonly onRequest?: () => void
}

export type Receiver = {
  readonly url: string
  readonly received: Received[]
  /** From now on it answers so. 204 at first. */
  answers(answer: ReceiverAnswer): void
  /** Requests that it is answering at this moment, and the most there ever were. */
  readonly atOnce: { now: number; max: number }
  close(): Promise<void>
}

/** A receiver that the end of the test file closes. */
export async function useReceiver(): Promise<Receiver> {
  return closeAtEnd(await aReceiver())
}

/** A real HTTP server on loopback that keeps what it gets. */
export async function aReceiver(): Promise<Receiver> {
  let answer: ReceiverAnswer = {}
  const received: Received[] = []
  const atOnce = { now: 0, max: 0 }
  const server = createServer(async (request, response) => {
    atOnce.now += 1
    atOnce.max = Math.max(atOnce.max, atOnce.now)
    answer.onRequest?.()
    response.on('close', () => {
      atOnce.now -= 1
    })
    received.push({ headers: request.headers, body: await text(request) })
    const { status = 204, headers = {}, body = '', delayMs = 0, until } = answer
    if (delayMs > 0) await wait(delayMs)
    await until
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answers: (next) => {
      answer = next
    },
    atOnce,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As a receiver verifies, with the public library: under the standard names, and under ours. */
export function verified({ headers, body }: Received, secret: string): unknown {
  const named = (id: string, timestamp: string, signature: string) => ({
    'webhook-id': String(headers[id]),
    'webhook-timestamp': String(headers[timestamp]),
    'webhook-signature': String(headers[signature]),
  })
  const webhook = new Webhook(secret)
  webhook.verify(body, named('webhook-id', 'webhook-timestamp', 'webhook-signature'))
  return webhook.verify(
    body,
    named('x-service-delivery', 'x-service-timestamp', 'x-service-signature'),
  )
}
