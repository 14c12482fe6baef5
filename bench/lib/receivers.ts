import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'

/** Runs in its own thread, so that the cost of receivers does not count for the sender. Each path is a receiver. */
type Arrival = { readonly path: string; readonly ms: number; readonly at: number }

const slowMs = 2_000
let arrivals: Arrival[] = []

const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  const { occurredAt } = JSON.parse(await text(request)) as { occurredAt: string }
  arrivals.push({ path, ms: Date.now() - Date.parse(occurredAt), at: performance.now() })
  setTimeout(() => response.writeHead(204).end(), path.includes('slow') ? slowMs : 0)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage({ port: typeof address === 'object' ? address?.port : undefined })
})
parentPort?.on('message', (wish: 'count' | 'take') => {
  if (wish === 'count') return parentPort?.postMessage({ count: arrivals.length })
  parentPort?.postMessage({ arrivals })
  arrivals = []
})
