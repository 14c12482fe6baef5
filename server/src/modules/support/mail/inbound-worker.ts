import { type Loop, runEvery } from '#platform/leases'
import { createInboundServer, type InboundOptions } from './inbound-server.ts'

const retryMs = 10_000

/** Keeps the inbound mail server listening. A port that is taken is logged and tried again. */
export function keepInboundServer(options: InboundOptions): Pick<Loop, 'stop'> {
  const server = createInboundServer(options)
  let isListening = false
  const loop = runEvery({
    name: 'support.inbound_mail',
    everyMs: retryMs,
    log: options.log,
    work: async () => {
      if (isListening) return
      const port = await server.listen()
      isListening = true
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
