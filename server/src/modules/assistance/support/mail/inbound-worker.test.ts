import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createCompute } from '#platform/compute'
import { memoryLimiterStore } from '#platform/http'
import { sealKeysFrom } from '#platform/seal'
import { createMetrics } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { aSupportDesk } from '#testing/support'
import type { InboundOptions } from './inbound-server.ts'
import { keepInboundServer } from './inbound-worker.ts'
import { createMailReader } from './mail-reader.ts'
import { createReplyAddresses } from './reply-address.ts'

const database = await useDatabase()
const now = () => new Date()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { deps, incidents } = aSupportDesk(database, now)
const metrics = createMetrics()

it('notifies operators while the port is taken, and listens once it is free', async () => {
  const taken = createServer()
  const port = await new Promise<number>((done) => {
    taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port))
  })
  const worker = keepInboundServer(optionsAt(port), 50)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['firing'])
  await new Promise((done) => taken.close(done))
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['resolved'])
  await worker.stop()
})

async function statuses(): Promise<string[]> {
  const found = await incidents.list({ key: 'support.inbound-mail-closed' }, { limit: 10 })
  return found.map(({ status }) => status)
}

function optionsAt(port: number): InboundOptions {
  const sealKeys = sealKeysFrom({ fallbackSecret: 'a secret of at least 32 bytes, no. 1' })
  const nothing = async () => undefined
  return {
    ...deps,
    host: '127.0.0.1',
    port,
    log,
    metrics,
    files: { read: nothing, write: nothing, delete: nothing },
    addresses: createReplyAddresses({ sealKeys, domain: 'replies.example.com', validDays: 1 }),
    mails: createMailReader(closeAtEnd(createCompute({ log, metrics }))),
    memberOf: nothing,
    operatorOf: nothing,
    limiter: memoryLimiterStore('mails', { quota: 1, windowSeconds: 1 }),
    connections: memoryLimiterStore('connections', { quota: 1, windowSeconds: 1 }),
    isOwnMessageId: () => false,
  }
}
