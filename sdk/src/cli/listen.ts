import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { WebhookEvent } from '../names.generated.ts'
import { verifyWebhook, WebhookVerificationError } from '../webhooks.ts'
import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { wrongUsage } from './exit-codes.ts'
import { countOf, stopSignal } from './watching.ts'

export const listen: Command = {
  about: 'Receives webhooks on this machine, verifies them and prints them.',
  usage: ['[--event order.*] [--count 1] [--address https://tunnel.example.com --port 8123]'],
  options: {
    event: {
      type: 'string',
      multiple: true,
      about: 'A kind or family. Repeat it for more. Default: all.',
    },
    port: { type: 'string', about: 'The port of this machine. Default: any free one.' },
    address: {
      type: 'string',
      about:
        'Where the service reaches this port from outside. A service on this machine needs none.',
    },
    count: { type: 'string', about: 'Ends after this many events.' },
    json: { type: 'boolean', about: 'Prints each event as a line of JSON.' },
  },
  run: async (call, deps) => {
    const countMax = countOf(call)
    const { client } = await connect(call.text('url'), deps)
    const receiver = await openReceiver(call, deps, countMax)
    const stopping = stopSignal()
    let webhookId: string | undefined
    try {
      const events = call.texts('event')
      const { data } = await client.webhooks.create({
        name: `purveyor listen on ${hostname()}`,
        url: call.text('address') ?? receiver.url,
        ...(events.length > 0 ? { events: [...events] } : {}),
      })
      webhookId = data.id
      receiver.trust(data.secret)
      deps.terminal.say(`Webhook ${data.id} sends to ${data.url}. Ctrl-C deletes it.`)
      await Promise.race([receiver.done, waitForAbort(stopping)])
    } finally {
      receiver.close()
      if (webhookId !== undefined) {
        await client.webhooks.delete(webhookId)
        deps.terminal.say(`Webhook ${webhookId} is deleted.`)
      }
    }
  },
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function openReceiver(call: Call, deps: CommandDeps, countMax: number) {
  let secret: string | undefined
  let count = 0
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const server = createServer((request, response) => {
    receive(request, secret)
      .then((event) => {
        response.writeHead(204).end()
        print(event, call, deps)
        count += 1
        if (count >= countMax) response.once('close', finish)
      })
      .catch((error: unknown) => refuse(error, response, deps))
  })
  server.listen(portOf(call), '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    done,
    trust: (given: string) => {
      secret = given
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function portOf(call: Call): number {
  const port = Number(call.text('port') ?? 0)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw wrongUsage('--port must be a number up to 65535.')
}

/** More than a delivery can have. */
const bodyMax = 1_048_576

async function receive(
  request: IncomingMessage,
  secret: string | undefined,
): Promise<WebhookEvent> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyMax) throw new WebhookVerificationError('body_malformed')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return verifyWebhook({ headers: request.headers, body, secret: secret ?? '' })
}

/** Somebody else may call the port of this machine: what is not signed is not printed as an event. */
function refuse(error: unknown, response: ServerResponse, { terminal }: CommandDeps): void {
  const reason = error instanceof WebhookVerificationError ? error.message : String(error)
  terminal.say(`Refused: ${reason}`)
  response.writeHead(400).end()
}

function print(event: WebhookEvent, call: Call, { terminal }: CommandDeps): void {
  if (call.has('json')) {
    terminal.print(JSON.stringify(event))
    return
  }
  const { occurredAt, type, id, sequence, entity } = event
  terminal.print(`${occurredAt}  ${type}  ${entity.id}  ${id}  sequence: ${sequence}  verified`)
}
