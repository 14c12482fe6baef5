import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Answer = { readonly status: number; readonly text: string }

export type Line = {
  ask(
    method: string,
    path: string,
    body?: object | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One connection with one request at a time, and as little overhead as possible: the load shares the machine with the
 * service. It supports answers with a length, which all of ours have. If the service has closed an idle connection
 * between two requests, it is opened again.
 */
export async function openLine(
  baseUrl: string,
  always: Readonly<Record<string, string>> = {},
): Promise<Line> {
  const { hostname, port, host } = new URL(baseUrl)
  const standing = headersOf({ host, ...always })
  let { socket, take } = await connected(hostname, Number(port))
  return {
    ask: async (method, path, body, headers = {}) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '')
      const type = typeof body === 'object' ? 'application/json' : undefined
      const given = type ? { 'content-type': type, ...headers } : headers
      const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(text)}\r\n`
      if (socket.readyState !== 'open') {
        ;({ socket, take } = await connected(hostname, Number(port)))
      }
      const answer = take()
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${standing}${headersOf(given)}${length}\r\n${text}`,
      )
      return answer
    },
    close: () => socket.destroy(),
  }
}

async function connected(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return { socket, take: answersOf(socket) }
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

function answersOf(socket: Socket): () => Promise<Answer> {
  let held: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<Answer> | undefined
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const answer = answerIn(held)
    if (!answer) return
    held = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))
  return () => {
    waiting = Promise.withResolvers()
    return waiting.promise
  }
}

/** Undefined until the answer is complete. */
function answerIn(held: Buffer): Answer | undefined {
  const at = held.indexOf(headEnd)
  if (at < 0) return undefined
  const head = held.toString('latin1', 0, at)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const begin = at + headEnd.length
  if (held.length < begin + length) return undefined
  return { status: Number(head.slice(9, 12)), text: held.toString('utf8', begin, begin + length) }
}
