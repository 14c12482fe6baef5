import { describe, expect, it } from 'vitest'
import { outboundCalls } from '../../scripts/architecture/outbound-calls.ts'

describe('a network call past the guard', () => {
  it.each([
    ['fetch(url)', 'fetch'],
    ['const get = fetch', 'fetch'],
    ['globalThis.fetch(url)', 'fetch'],
    ['new WebSocket(url)', 'WebSocket'],
    [`import { request } from 'node:https'`, 'request of node:https'],
    [`import { request as isIP } from 'http'`, 'request of http'],
    [`import http from 'node:http'`, 'all of node:http'],
    [`import * as net from 'node:net'`, 'all of node:net'],
    [`export { fetch } from 'undici'`, 'fetch of undici'],
    [`export * from 'undici'`, 'all of undici'],
    [`const { request } = await import('undici')`, 'loads undici'],
    [`require('node:dgram')`, 'loads node:dgram'],
    [`process.getBuiltinModule('tls')`, 'loads tls'],
  ])('is found: %s', (text, what) => {
    expect(found(text)).toEqual([what])
  })

  it.each([
    `import { isIP, type Socket } from 'node:net'`,
    `import type { IncomingMessage } from 'node:http'`,
    `import { createServer } from 'node:http'`,
    `cache.fetch(key)`,
    `const text = 'fetch(url)' // fetch(url)`,
    `type Api = { fetch(url: string): void; readonly WebSocket: string }`,
  ])('is no network call: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

const found = (text: string) => outboundCalls('some.ts', text).map(({ what }) => what)
