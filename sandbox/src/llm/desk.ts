import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Script } from './script.ts'

export type SeenRequest = { readonly provider: 'a' | 'b'; readonly body: unknown }

/** What both providers share: what they saw, what they hold back, and who hung up. */
export function openDesk() {
  const seen: SeenRequest[] = []
  const failedOnce = new Set<string>()
  let hungUp = 0
  let held: (() => void)[] = []
  return {
    seen,
    note: (request: SeenRequest) => {
      seen.push(request)
      if (seen.length > 2_000) seen.shift()
    },
    hungUp: () => hungUp,
    heldCount: () => held.length,
    release: () => {
      for (const go of held) go()
      held = []
    },
    clear: () => {
      seen.length = 0
      failedOnce.clear()
      hungUp = 0
    },
    /** Whether this text has not failed before. */
    failsFirst: (text: string) => !failedOnce.has(text) && failedOnce.add(text) !== undefined,
    watch: (raw: ServerResponse) => {
      raw.on('error', () => undefined)
      raw.once('close', () => {
        if (!raw.writableFinished) hungUp += 1
      })
    },
    hold: () => new Promise<void>((resolve) => held.push(resolve)),
  }
}

export type Desk = ReturnType<typeof openDesk>

export type ServerEvent = { readonly name?: string; readonly data: string }

const slowMs = 20

/** Writes the events of a stream, and ends it as the script says. `tail` comes only where it ends well. */
export async function sendEvents(
  reply: FastifyReply,
  script: Script,
  parts: {
    readonly head: readonly ServerEvent[]
    readonly content: readonly ServerEvent[]
    readonly tail: readonly ServerEvent[]
    readonly error: ServerEvent
  },
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = ({ name, data }: ServerEvent) =>
    raw.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`)
  const { head, content, tail, error } = parts
  for (const event of head) write(event)
  const rounds = script.isSlow ? 500 : 1
  for (let round = 0; round < rounds && !raw.destroyed; round += 1) {
    const half = Math.max(1, Math.floor(content.length / 2))
    for (const event of script.end === 'whole' ? content : content.slice(0, half)) {
      if (raw.destroyed) return
      write(event)
      if (script.isSlow) await sleep(slowMs)
    }
  }
  if (script.end === 'cut') {
    // What was written has to arrive before the connection breaks.
    await sleep(slowMs)
    raw.destroy()
    return
  }
  for (const event of script.end === 'error' ? [error] : tail) write(event)
  raw.end()
}
