import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { verified } from '#testing/webhooks'
import { type FaultProxy, faultProxy } from './fault-proxy.ts'
import type { Journal } from './journal.ts'
import type { Manner } from './plan.ts'

/** One acceptance: on the disk before the sender gets its answer. */
export type Arrival = {
  readonly receiver: number
  readonly companyId: string
  readonly eventId: string
  readonly type: string
  /** The change that it tells of. */
  readonly entityId: string
  /** What the event is about: several changes are about the same. */
  readonly line: string
  readonly sequence: number
  readonly at: number
  readonly isGenuine: boolean
  /** The sender cannot have heard of it, or cannot be sure to: the network was at fault. */
  answerLost: boolean
}

export type FaultReceiver = {
  /** Through its own bad network. */
  readonly url: string
  readonly proxy: FaultProxy
  /** Known once the subscription is made. */
  secret: string
  behave(manner: Manner | undefined): void
  /** Requests that were treated so. */
  treated(manner: Manner): number
  /** What was accepted, oldest first. */
  readonly arrivals: Arrival[]
  networkIs(bad: boolean): void
  close(): Promise<void>
}

/** Longer than the sender waits. */
const lateMs = 1_600

export async function faultReceiver(n: number, journal: Journal<Arrival>): Promise<FaultReceiver> {
  let manner: Manner | undefined
  let isNetworkBad = false
  const counts = new Map<Manner, number>()
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    void receive(request, response).catch(() => response.destroy())
  })

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const as = manner
    if (as) counts.set(as, (counts.get(as) ?? 0) + 1)
    if (as === 'hangs_up') return void response.destroy()
    if (as === 'answers_500') return void response.writeHead(500).end('no')
    if (as === 'answers_410') return void response.writeHead(410).end('gone')
    if (as === 'answers_429') return void response.writeHead(429, { 'retry-after': '1' }).end()
    const arrival = read(request, body)
    // An answer that comes too late was an acceptance all the same.
    arrival.answerLost = isNetworkBad || as === 'answers_late'
    await journal.write(arrival)
    arrivals.push(arrival)
    response.once('close', () => {
      arrival.answerLost ||= isNetworkBad || !response.writableFinished
    })
    if (as === 'answers_late') await wait(lateMs)
    response.writeHead(204).end()
  }

  const read = (request: IncomingMessage, body: string): Arrival => {
    const event = JSON.parse(body)
    return {
      receiver: n,
      companyId: event.companyId,
      eventId: String(request.headers['webhook-id']),
      type: event.type,
      entityId: event.data.reference ?? event.entity.id,
      line: event.entity.id,
      sequence: event.sequence,
      at: Date.now(),
      isGenuine: isGenuine({ headers: request.headers, body }, receiver.secret, event.id),
      answerLost: false,
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = await faultProxy(() => ({ host: '127.0.0.1', port }))
  const receiver: FaultReceiver = {
    url: `http://127.0.0.1:${proxy.port}/hooks`,
    proxy,
    secret: '',
    behave: (next) => {
      manner = next
    },
    treated: (asked) => counts.get(asked) ?? 0,
    arrivals,
    networkIs: (bad) => {
      isNetworkBad = bad
      // What is under way when it breaks or heals may or may not be heard.
      for (const arrival of arrivals.slice(-50)) {
        if (Date.now() - arrival.at < 1_000) arrival.answerLost = true
      }
    },
    close: async () => {
      await proxy.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function isGenuine(
  received: { headers: IncomingMessage['headers']; body: string },
  secret: string,
  eventId: string,
): boolean {
  try {
    verified(received, secret)
    return received.headers['webhook-id'] === eventId
  } catch {
    return false
  }
}
