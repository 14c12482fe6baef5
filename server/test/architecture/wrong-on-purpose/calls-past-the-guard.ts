/** Wrong on purpose: each of these is a call past the guard, and the check must report all ten. */
import { createServer, request } from 'node:http'
import { connect, isIP } from 'node:net'
import * as tls from 'node:tls'

export { Agent } from 'undici'

const { fetch: get } = globalThis

export const wrong = (url: string) => [
  fetch(url),
  globalThis.fetch(url),
  get(url),
  new WebSocket(url),
  import('node:https'),
  process.getBuiltinModule('node:http2'),
  request(url),
  tls.connect(443),
  connect(443),
]

/** These are not. */
export const right = [createServer, isIP, { fetch: 1 }.fetch]
