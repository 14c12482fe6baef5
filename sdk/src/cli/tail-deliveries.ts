import type { Call } from './command.ts'
import type { CommandDeps } from './connection.ts'
import { type Client, countOf, pauseBetweenLooks, stopSignal } from './watching.ts'

type Delivery = Awaited<ReturnType<Client['webhooks']['listDeliveries']>>['data'][number]

/** Prints each delivery of a webhook whenever its state changes. */
export async function tailDeliveries(
  webhookId: string,
  call: Call,
  deps: CommandDeps,
  client: Client,
): Promise<void> {
  const countMax = countOf(call)
  const since = call.text('since') ?? new Date().toISOString()
  const states = new Map<string, string>()
  const stopping = stopSignal()
  while (!stopping.aborted) {
    for (const delivery of await deliveriesOf(webhookId, since, client)) {
      if (!isWanted(delivery.type, call.text('event'))) continue
      if (states.get(delivery.id) === delivery.state) continue
      states.set(delivery.id, delivery.state)
      print(delivery, call, deps)
    }
    if (states.size >= countMax) return
    await pauseBetweenLooks(stopping)
  }
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
