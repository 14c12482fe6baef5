import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '#platform/telemetry'
import { fail } from '../failures.ts'

/** The most files that a process sends at once. Each keeps a page of rows and reads the database again and again. */
export const downloadsMax = 24
/** The most of them to one company, so that others always find a place. */
export const downloadsOfCompanyMax = 3

export type Downloads = {
  /** Takes a place for a file. Returns the function that gives it back, which may be called twice. */
  take(companyId: string): () => void
}

export function createDownloads(metrics: Metrics): Downloads {
  const running = new Map<string, number>()
  const open = metrics.gauge('http_downloads_open', 'Files that are being sent.')
  const refused = metrics.counter('http_downloads_refused_total', 'Files that were refused.', [
    'reason',
  ])
  let total = 0
  const change = (companyId: string, by: 1 | -1) => {
    total += by
    open.set({}, total)
    const count = (running.get(companyId) ?? 0) + by
    if (count === 0) running.delete(companyId)
    else running.set(companyId, count)
  }
  return {
    take: (companyId) => {
      if ((running.get(companyId) ?? 0) >= downloadsOfCompanyMax) {
        refused.add({ reason: 'company' })
        throw fail('downloads_too_many', { downloadsMax: downloadsOfCompanyMax })
      }
      if (total >= downloadsMax) {
        refused.add({ reason: 'service' })
        throw fail('downloads_full')
      }
      change(companyId, 1)
      let isTaken = true
      return () => {
        if (isTaken) change(companyId, -1)
        isTaken = false
      }
    },
  }
}

/**
 * Sends a file while it is read. `read` begins when the company and the process have a place for it, and what it refuses is an answer of
 * its own. The place is free again when the answer ends, however it ends.
 */
export async function sendFile(
  { server, principal }: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<AsyncIterable<string>>,
): Promise<FastifyReply> {
  finished(reply.raw, server.downloads.take(principal?.companyId ?? 'public'))
  return reply.send(Readable.from(await read(), { objectMode: false }))
}
