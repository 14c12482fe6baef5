import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { wrongUsage } from './exit-codes.ts'

export const tail: Command = {
  about:
    'Prints the events that your webhooks send, and whether they arrive. It needs no receiver.',
  usage: ['[--webhook ID] [--event order.*] [--count 10]'],
  options: {
    webhook: { type: 'string', about: 'Only those of this webhook.' },
    event: { type: 'string', about: 'Only this kind or family, such as order.created or order.*.' },
    since: { type: 'string', about: 'Begins here. Default: now.' },
    count: { type: 'string', about: 'Ends after this many events.' },
    json: { type: 'boolean', about: 'Prints each delivery as a line of JSON.' },
  },
  run: async (call, deps) => {
    const { client } = await connect(call.text('url'), deps)
    const countMax = countOf(call)
    const since = call.text('since') ?? new Date().toISOString()
    const states = new Map<string, string>()
    const stopping = stopSignal()
    while (!stopping.aborted) {
      for (const webhookId of await webhooksOf(call, client)) {
        for (const delivery of await deliveriesOf(webhookId, since, client)) {
          if (!isWanted(delivery.type, call.text('event'))) continue
          if (states.get(delivery.id) === delivery.state) continue
          states.set(delivery.id, delivery.state)
          print(delivery, call, deps)
        }
      }
      if (states.size >= countMax) return
      await wait(lookMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  },
}

const lookMs = 2_000

/** Ctrl-C ends the command as asked, and not as a failure. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

export function countOf(call: Call): number {
  const text = call.text('count')
  if (text === undefined) return Number.POSITIVE_INFINITY
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw wrongUsage('--count must be a whole number above 0.')
  return count
}

type Client = Awaited<ReturnType<typeof connect>>['client']
type Delivery = Awaited<ReturnType<Client['webhooks']['listDeliveries']>>['data'][number]

async function webhooksOf(call: Call, { webhooks }: Client): Promise<string[]> {
  const given = call.text('webhook')
  if (given !== undefined) return [given]
  const ids: string[] = []
  for await (const { id } of webhooks.each()) ids.push(id)
  return ids
}

/** Oldest first. More than a page between two looks would be more than anybody reads. */
async function deliveriesOf(
  webhookId: string,
  since: string,
  { webhooks }: Client,
): Promise<Delivery[]> {
  const { data } = await webhooks.listDeliveries(webhookId, { since, limit: 100 })
  return [...data].reverse()
}

function isWanted(type: string, pattern = '*'): boolean {
  if (pattern === '*' || pattern === type) return true
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

function print(delivery: Delivery, call: Call, { terminal }: CommandDeps): void {
  if (call.has('json')) {
    terminal.print(JSON.stringify(delivery))
    return
  }
  const { createdAt, type, eventId, state, attempts, lastStatus, id } = delivery
  const answer = lastStatus === undefined ? '' : ` HTTP ${lastStatus}`
  terminal.print(
    `${createdAt}  ${type}  ${eventId}  ${state}${answer}  attempts: ${attempts}  ${id}`,
  )
}
