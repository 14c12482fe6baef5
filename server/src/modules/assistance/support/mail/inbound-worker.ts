import { type Loop, runEvery } from '#platform/leases'
import { createInboundServer, type InboundOptions } from './inbound-server.ts'

const retryMs = 10_000
const incidentKey = 'support.inbound-mail-closed'

/** Keeps the inbound mail server listening. Operators are notified while its port cannot be opened. */
export function keepInboundServer(
  options: InboundOptions,
  everyMs: number = retryMs,
): Pick<Loop, 'stop'> {
  const server = createInboundServer(options)
  let isListening = false
  const loop = runEvery({
    name: 'support.inbound_mail',
    everyMs,
    log: options.log,
    work: async () => {
      if (isListening) return
      const port = await server.listen().catch(async (error: NodeJS.ErrnoException) => {
        await reportClosed(options, error.code ?? 'unknown')
        throw error
      })
      isListening = true
      await reportOpen(options)
      options.log.info({ port }, 'The support desk takes mail.')
    },
  })
  return {
    stop: async () => {
      await loop.stop()
      if (isListening) await server.close()
    },
  }
}

function reportClosed(options: InboundOptions, error: string): Promise<unknown> {
  const { database, incidents, host, port, now } = options
  return database.transaction((tx) =>
    incidents.notify(tx, {
      key: incidentKey,
      dedupeKey: `${host}:${port}`,
      severity: 'warning',
      summary: `Replies to tickets by mail are not taken, because ${host}:${port} cannot be opened (${error}). Customers get a bounce, or their mail waits at your mail server.`,
      details: { host, port, error },
      now: now(),
    }),
  )
}

function reportOpen({ database, incidents, host, port, now }: InboundOptions): Promise<unknown> {
  const about = { key: incidentKey, dedupeKey: `${host}:${port}` } as const
  return database.transaction((tx) => incidents.resolve(tx, { ...about, now: now() }))
}
