import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { wrongUsage } from './exit-codes.ts'
import { tailDeliveries } from './tail-deliveries.ts'
import { type Client, countOf, pauseBetweenLooks, stopSignal } from './watching.ts'

export const tail: Command = {
  about:
    'Prints the events of your company as they happen. With --webhook, the deliveries of that webhook.',
  usage: ['[--event order.*] [--last 10] [--count 10]', '--webhook ID [--since TIME]'],
  options: {
    event: { type: 'string', about: 'Only this kind or family, such as order.created or order.*.' },
    last: { type: 'string', about: 'Begins with so many past events, at most 100. Default: none.' },
    webhook: { type: 'string', about: 'Shows what becomes of the deliveries of this webhook.' },
    since: { type: 'string', about: 'The deliveries from this time on. Default: now.' },
    count: { type: 'string', about: 'Ends after this many events.' },
    json: { type: 'boolean', about: 'Prints each event or delivery as a line of JSON.' },
  },
  run: async (call, deps) => {
    const { client } = await connect(call.text('url'), deps)
    const webhookId = call.text('webhook')
    if (webhookId === undefined) await tailEvents(call, deps, client)
    else await tailDeliveries(webhookId, call, deps, client)
  },
}

type Event = Awaited<ReturnType<Client['webhooks']['listEvents']>>['data'][number]

/** Events have numbers in the order of their commits, so none is missed between two looks. */
async function tailEvents(call: Call, deps: CommandDeps, client: Client): Promise<void> {
  const countMax = countOf(call)
  const last = lastOf(call)
  const stopping = stopSignal()
  let count = 0
  const printAll = (events: readonly Event[]) => {
    for (const event of events.slice(0, countMax - count)) print(event, call, deps)
    count += Math.min(events.length, countMax - count)
  }
  let after = await newestOf(client)
  if (last > 0) {
    const { data } = await client.webhooks.listEvents({ ...filterOf(call), limit: last })
    printAll(data.filter(({ sequence }) => sequence <= after).reverse())
  }
  while (count < countMax && !stopping.aborted) {
    const newest = await newestOf(client)
    for await (const events of pagesAfter(after, call, client)) {
      printAll(events)
      after = events.at(-1)?.sequence ?? after
      if (count >= countMax) return
    }
    // Events of other kinds need not be looked through again.
    after = Math.max(after, newest)
    await pauseBetweenLooks(stopping)
  }
}

async function newestOf({ webhooks }: Client): Promise<number> {
  const [newest] = (await webhooks.listEvents({ limit: 1 })).data
  return newest?.sequence ?? 0
}

/** Oldest first, until the newest one. */
async function* pagesAfter(after: number, call: Call, { webhooks }: Client) {
  let cursor: string | undefined
  do {
    const page = cursor === undefined ? {} : { cursor }
    const query = { ...filterOf(call), ...page, after, limit: 100 }
    const { data, meta } = await webhooks.listEvents(query)
    yield data
    cursor = meta.nextCursor
  } while (cursor !== undefined)
}

function filterOf(call: Call): { readonly kind?: string } {
  const kind = call.text('event')
  return kind === undefined ? {} : { kind }
}

function lastOf(call: Call): number {
  const last = Number(call.text('last') ?? 0)
  if (Number.isInteger(last) && last >= 0 && last <= 100) return last
  throw wrongUsage('--last must be a whole number from 0 to 100.')
}

function print(event: Event, call: Call, { terminal }: CommandDeps): void {
  if (call.has('json')) {
    terminal.print(JSON.stringify(event))
    return
  }
  const { occurredAt, type, id, sequence, entity } = event
  terminal.print(`${occurredAt}  ${type}  ${entity.id}  ${id}  sequence: ${sequence}`)
}
