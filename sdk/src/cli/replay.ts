import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { CommandError, exitCodes, wrongUsage } from './exit-codes.ts'

export const replay: Command = {
  about: 'Sends an event again, or those of a period.',
  usage: [
    'DELIVERY_OR_EVENT_ID [--webhook ID]',
    '--webhook ID --since 2026-11-22T00:00:00Z [--until …] [--event order.*] [--missing] [--preview]',
  ],
  options: {
    webhook: { type: 'string', about: 'The webhook. For one event: if several webhooks got it.' },
    since: { type: 'string', about: 'The beginning of the period.' },
    until: { type: 'string', about: 'Its end. Default: now.' },
    event: {
      type: 'string',
      multiple: true,
      about: 'Only this kind, such as order.*. Repeat it for more.',
    },
    state: {
      type: 'string',
      about: 'Only deliveries in this state. Default: those that did not arrive.',
    },
    missing: { type: 'boolean', about: 'Events that the webhook never got.' },
    preview: { type: 'boolean', about: 'Only counts.' },
  },
  run: async (call, deps) => {
    const [id] = call.words
    if (id !== undefined) return replayOne(id, call, deps)
    return replayPeriod(call, deps)
  },
}

async function replayOne(id: string, call: Call, deps: CommandDeps): Promise<void> {
  const { client } = await connect(call.text('url'), deps)
  const webhookId = call.text('webhook')
  const query = webhookId === undefined ? {} : { webhookId }
  const { data } = await client.webhooks.replayDelivery(id, query)
  deps.terminal.say(`The ${data.type} is sent again.`)
  deps.terminal.print(data.id)
}

async function replayPeriod(call: Call, deps: CommandDeps): Promise<void> {
  const [webhookId, since] = [call.text('webhook'), call.text('since')]
  if (!webhookId || !since) throw wrongUsage('Give the id of a delivery, or --webhook and --since.')
  const { client } = await connect(call.text('url'), deps)
  const { webhooks } = client
  const events = call.texts('event')
  const body = {
    since,
    ...(call.text('until') === undefined ? {} : { until: call.text('until') }),
    ...(events.length > 0 ? { events } : {}),
    ...(call.text('state') === undefined ? {} : { state: call.text('state') }),
    ...(call.has('missing') ? { missing: true } : {}),
    ...(call.has('preview') ? { preview: true } : {}),
  }
  const { data } = await webhooks.replayWindow(
    webhookId,
    body as Parameters<typeof webhooks.replayWindow>[1],
  )
  const least = data.matchedIsLowerBound ? 'at least ' : ''
  deps.terminal.say(`${least}${data.matched} events match.`)
  if (!data.replay) return
  deps.terminal.print(data.replay.id)
  await follow(data.replay.id, webhooks, deps)
}

const lookMs = 1_000

/** Until every delivery has arrived or failed for good. Ctrl-C ends only this command: the replay continues. */
async function follow(
  replayId: string,
  webhooks: Awaited<ReturnType<typeof connect>>['client']['webhooks'],
  { terminal }: CommandDeps,
): Promise<void> {
  let shown = ''
  for (;;) {
    const { data } = await webhooks.getReplay(replayId)
    const { succeeded, waiting, failed } = data.progress
    const line = `${data.replayed} sent: ${succeeded} arrived, ${waiting} wait, ${failed} failed`
    if (line !== shown) terminal.say(line)
    shown = line
    if (data.state !== 'RUNNING' && waiting === 0) {
      if (failed > 0) throw new CommandError(`${failed} did not arrive.`, exitCodes.failed)
      return
    }
    await wait(lookMs)
  }
}
