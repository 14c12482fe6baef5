import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBoundedQueue, QueueFull } from '#kernel/bounded-queue'
import {
  outputFormats,
  type ProcessorKeys,
  readProcessorPath,
  type Transform,
} from '#platform/pictures'
import { defaultImagingLimits, type ImagingLimits } from './imaging-limits.ts'
import { createReadSource, type ReadSource, SourceForbidden } from './read-source.ts'
import {
  limitDecoders,
  PictureRefused,
  TransformTimeout,
  transformPicture,
} from './transform-picture.ts'

export type ImagingOptions = {
  readonly host: string
  readonly port: number
  readonly keys: ProcessorKeys
  /** The address below which the API serves the sources. */
  readonly sourcePrefix: string
  /** The path of the files of the sources, if the store is on this machine: `/…/pictures/{productId}/{version}/source`. */
  readonly sourceFiles?: string | undefined
  readonly version: string
  readonly limits?: Partial<ImagingLimits>
  /** Called when a decoder does not stop. Nothing but the end of the process ends it. */
  readonly onStuck: () => void
}

export type Imaging = { readonly url: string; close(): Promise<void> }

/** A decoder that has not stopped so long after its time is stuck. */
const stuckAfterMs = 5_000

/**
 * The picture processor: an HTTP server that answers imgproxy's signed paths, for our presets alone. It keeps nothing and knows no
 * database. It belongs in a process of its own, because a picture may crash its decoder.
 */
export async function startImaging(options: ImagingOptions): Promise<Imaging> {
  limitDecoders()
  const limits = { ...defaultImagingLimits, ...options.limits }
  const sources = createReadSource({
    prefix: options.sourcePrefix,
    bytesMax: limits.sourceBytesMax,
    version: options.version,
    files: options.sourceFiles,
  })
  const produce = producerOf(options, limits, sources.read)
  const server = createServer((request, response) => {
    answer(options, produce, request, response).catch(() => response.destroy())
  })
  server.requestTimeout = 5_000
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host}:${port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await sources.close()
    },
  }
}

type Produce = (transform: Transform) => Promise<Buffer>

/** Identical requests that come at the same time share one transform. */
function producerOf(options: ImagingOptions, limits: ImagingLimits, read: ReadSource): Produce {
  const queue = createBoundedQueue({
    runningMax: limits.workersMax,
    waitingMax: limits.waitingMax,
  })
  const underWay = new Map<string, Promise<Buffer>>()
  const produce = async ({ sourceUrl, ...wanted }: Transform) => {
    const endsAt = performance.now() + limits.timeoutMs
    const source = await read(sourceUrl, limits.timeoutMs)
    const timeoutMs = Math.max(1, endsAt - performance.now())
    const stuck = setTimeout(options.onStuck, timeoutMs + stuckAfterMs)
    try {
      return await transformPicture(source, wanted, { ...limits, timeoutMs })
    } finally {
      clearTimeout(stuck)
    }
  }
  return (transform) => {
    const key = `${transform.preset} ${transform.format} ${transform.sourceUrl}`
    const known = underWay.get(key)
    if (known) return known
    const mine = queue.run(() => produce(transform)).finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}

async function answer(
  { keys, version }: ImagingOptions,
  produce: Produce,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/' } = request
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'method_unknown')
  if (url === '/health') return send(response, 200, 'application/json', healthy(version))
  const transform = readProcessorPath(keys, url)
  if (transform === 'forbidden') return refuse(response, 403, 'signature_invalid')
  if (transform === 'unknown') return refuse(response, 404, 'options_unknown')
  try {
    send(response, 200, outputFormats[transform.format], await produce(transform))
  } catch (error) {
    const [status, code] = refusalOf(error)
    refuse(response, status, code)
  }
}

function refusalOf(error: unknown): readonly [status: number, code: string] {
  if (error instanceof PictureRefused) return [422, 'picture_refused']
  if (error instanceof SourceForbidden) return [404, 'source_unknown']
  if (error instanceof QueueFull) return [503, 'queue_full']
  if (error instanceof TransformTimeout) return [504, 'timeout']
  return [502, 'source_unavailable']
}

const healthy = (version: string) =>
  Buffer.from(
    JSON.stringify({ status: 'ok', version, uptimeSeconds: Math.floor(process.uptime()) }),
  )

function refuse(response: ServerResponse, status: number, code: string): void {
  if (status === 503) response.setHeader('retry-after', '1')
  send(response, status, 'application/json', Buffer.from(JSON.stringify({ code })))
}

function send(response: ServerResponse, status: number, type: string, body: Buffer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}
