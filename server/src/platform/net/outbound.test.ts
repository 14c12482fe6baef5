import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { getGlobalDispatcher } from 'undici'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { closeAtEnd } from '#testing/close-at-end'
import { createOutbound, type OutboundRequest, type Resolve } from './index.ts'

/** A listener on this machine that no call may reach. */
const canary = closeAtEnd(
  createTcpServer((socket) => {
    touched += 1
    socket.destroy()
  }),
)
let touched = 0
let handle: (request: IncomingMessage, response: ServerResponse) => void

const names: Record<string, string[]> = {
  'receiver.test': ['127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'inside.test': ['10.0.0.1'],
  'nowhere.test': [],
}
const resolve: Resolve = async (hostname) => {
  const addresses = names[hostname]
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const server = closeAtEnd(createServer((request, response) => handle(request, response)))
for (const one of [server, canary]) {
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
}
const outbound = closeAtEnd(
  createOutbound({ allowPrivate: true, userAgent: 'purveyor/1', resolve }),
)

afterAll(async () => {
  server.closeAllConnections()
})
beforeEach(() => {
  touched = 0
  handle = (_request, response) => response.end('hello')
})

describe('an outbound call', () => {
  it('does not wait for hanging calls to the same host', async () => {
    let hanging = 0
    handle = (request, response) => {
      if (request.url !== '/hangs') return void response.end('hello')
      hanging += 1
    }
    const stopping = new AbortController()
    const others = Array.from({ length: 100 }, () =>
      outbound
        .request(to('/hangs', { timeoutMs: 60_000, signal: stopping.signal }))
        .catch(() => undefined),
    )
    await expect.poll(() => hanging).toBe(100)

    const answer = await outbound.request(to('/quick', { timeoutMs: 10_000 }))
    expect(answer.status).toBe(200)
    stopping.abort()
    await Promise.all(others)
  })

  it('returns status, headers and body, and sends our user agent', async () => {
    let seen: IncomingMessage['headers'] = {}
    let body = ''
    handle = async (request, response) => {
      seen = request.headers
      for await (const chunk of request) body += chunk
      response.writeHead(201, { 'X-Answer': 'yes', 'Set-Cookie': 'session=1' }).end('created')
    }

    const answer = await outbound.request(
      to('/', { method: 'POST', body: 'hi', headers: { 'X-Extra': '1' } }),
    )

    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, truncated: false })
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.body.toString()).toBe('created')
    expect(body).toBe('hi')
    expect(seen).toMatchObject({
      'user-agent': 'purveyor/1',
      'accept-encoding': 'identity',
      'x-extra': '1',
    })
  })

  it('stores and sends no cookie', async () => {
    let cookie: string | undefined
    handle = (request, response) => {
      cookie = request.headers.cookie
      response.setHeader('set-cookie', 'session=1; Path=/').end()
    }
    await outbound.request(to('/'))
    await outbound.request(to('/'))

    expect(cookie).toBeUndefined()
    await expect(outbound.request(to('/', { headers: { Cookie: 'a=b' } }))).rejects.toThrow(
      'does not carry cookie',
    )
  })

  it.each(['Authorization', 'x-api-key'])('sends no %s to an address of a user', async (name) => {
    const headers = { [name]: 'Bearer something' }
    const outward = outbound.request(to('/', { headers, audience: 'user' }))
    await expect(outward).rejects.toThrow('does not carry')
    handle = (_request, response) => response.end('ok')

    expect(await outbound.request(to('/', { headers, audience: 'operator' }))).toMatchObject({
      status: 200,
    })
  })

  it('returns every status as an answer', async () => {
    handle = (_request, response) => response.writeHead(503).end('later')

    expect(await outbound.request(to('/'))).toMatchObject({ status: 503 })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    handle = (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${portOf(canary)}/` }).end()

    expect(await outbound.request(to('/'))).toMatchObject({ status })
    expect(touched).toBe(0)
  })

  it('ignores the proxies of the environment', async () => {
    const proxy = `http://127.0.0.1:${portOf(canary)}`
    const settings = {
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      ALL_PROXY: proxy,
      NODE_USE_ENV_PROXY: '1',
    }
    const before = Object.keys(settings).map((name) => [name, process.env[name]] as const)
    Object.assign(process.env, settings)
    const own = createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' })
    try {
      expect(await own.request(to('/'))).toMatchObject({ status: 200 })
      expect(await own.request(to('/', { audience: 'operator' }))).toMatchObject({ status: 200 })
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      await own.close()
    }
    expect(touched).toBe(0)
  })

  it('leaves the global HTTP client unchanged', () => {
    const before = getGlobalDispatcher()
    createOutbound({ allowPrivate: false, userAgent: 'purveyor/1' })

    expect(getGlobalDispatcher()).toBe(before)
  })

  it('is refused inside a transaction', async () => {
    const database = await freshDatabase()
    try {
      await expect(database.transaction(() => outbound.request(to('/')))).rejects.toThrow(
        'A call over the network inside a transaction',
      )
    } finally {
      await database.close()
    }
  })
})

describe('the limits of a call', () => {
  it('end a too long body, or keep its beginning', async () => {
    handle = (_request, response) => response.end(Buffer.alloc(300_000, 'x'))

    await expect(outbound.request(to('/', { maxBodyBytes: 1_000 }))).rejects.toMatchObject({
      name: 'OutboundFailed',
      reason: 'too_large',
    })
    const cut = await outbound.request(to('/', { maxBodyBytes: 1_000, longBody: 'truncate' }))
    expect(cut).toMatchObject({ status: 200, truncated: true })
    expect(cut.body).toHaveLength(1_000)
    const whole = await outbound.request(to('/', { maxBodyBytes: 300_000 }))
    expect(whole.body).toHaveLength(300_000)
  })

  it('end a too long body that is read as it arrives, and need not read it at all', async () => {
    let sent = 0
    handle = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
        response.once('drain', more)
      }
      more()
    }
    const long = await outbound.open(to('/', { maxBodyBytes: 100_000 }))
    expect(long.status).toBe(200)
    let read = 0
    const reading = async () => {
      for await (const piece of long.body) read += piece.length
    }
    await expect(reading()).rejects.toMatchObject({ reason: 'too_large' })
    expect(read).toBeLessThanOrEqual(100_000)
    const unread = await outbound.open(to('/', { maxBodyBytes: 100_000 }))
    unread.discard()
    await expect(outbound.open(to('http://10.0.0.1/', { audience: 'user' }))).rejects.toMatchObject(
      {
        name: 'UnsafeAddress',
      },
    )
    expect(sent).toBeLessThan(50_000_000)
  })

  it('count a compressed body as it came, without decompressing it', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    handle = (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb)

    const { body } = await outbound.request(to('/', { maxBodyBytes: 64 * 1_024 }))

    expect(body).toEqual(bomb)
  })

  it('end a body that never ends', async () => {
    handle = (_request, response) => {
      const timer = setInterval(() => response.write('drip'), 10)
      response.on('close', () => clearInterval(timer))
    }

    await expect(outbound.request(to('/', { timeoutMs: 150 }))).rejects.toMatchObject({
      reason: 'timeout',
    })
  })

  it('end an answer that never starts', async () => {
    handle = () => undefined

    // Long enough for a busy machine to connect.
    await expect(outbound.request(to('/', { timeoutMs: 500 }))).rejects.toMatchObject({
      reason: 'timeout',
      maybeReceived: true,
    })
  })

  it('end a lookup that hangs', async () => {
    const slow = createOutbound({
      allowPrivate: true,
      userAgent: 'purveyor/1',
      dnsTimeoutMs: 50,
      resolve: () => new Promise(() => undefined),
    })

    await expect(slow.request(to('/', { url: 'http://slow.test/' }))).rejects.toMatchObject({
      reason: 'dns',
      maybeReceived: false,
    })
    await expect(slow.checkUserUrl('https://slow.test/')).rejects.toMatchObject({
      reason: 'unresolvable',
    })
    await slow.close()
  })

  it('refuse too large headers', async () => {
    handle = (_request, response) => response.setHeader('x-large', 'x'.repeat(20_000)).end()

    await expect(outbound.request(to('/'))).rejects.toMatchObject({ reason: 'protocol' })
  })
})

describe('a failed call names its cause', () => {
  it('refused', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const port = portOf(closed)
    closed.close()
    await once(closed, 'close')

    await expect(
      outbound.request(to('/', { url: `http://127.0.0.1:${port}/` })),
    ).rejects.toMatchObject({
      reason: 'refused',
      maybeReceived: false,
    })
  })

  it('unknown name', async () => {
    await expect(outbound.request(to('/', { url: 'http://unknown.test/' }))).rejects.toMatchObject({
      reason: 'dns',
    })
    await expect(outbound.request(to('/', { url: 'http://nowhere.test/' }))).rejects.toMatchObject({
      reason: 'dns',
    })
  })

  it('no TLS on the other side', async () => {
    const url = `https://127.0.0.1:${portOf(server)}/`

    await expect(outbound.request(to('/', { url }))).rejects.toMatchObject({
      reason: 'tls',
      maybeReceived: false,
    })
  })

  it('cut off', async () => {
    handle = (request) => request.socket.destroy()

    await expect(outbound.request(to('/'))).rejects.toMatchObject({
      reason: 'network',
      maybeReceived: true,
    })
  })

  it('not HTTP', async () => {
    const gibberish = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n\r\n'))
    }).listen(0, '127.0.0.1')
    await once(gibberish, 'listening')
    const url = `http://127.0.0.1:${portOf(gibberish)}/`

    await expect(outbound.request(to('/', { url }))).rejects.toMatchObject({ reason: 'protocol' })
    gibberish.close()
  })

  it('aborted', async () => {
    handle = () => undefined
    const caller = new AbortController()
    const call = outbound.request(to('/', { signal: caller.signal }))
    await wait(20)
    caller.abort(new Error('stopping'))

    await expect(call).rejects.toMatchObject({ reason: 'aborted' })
  })
})

function to(path: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url: `http://127.0.0.1:${portOf(server)}${path}`,
    method: 'GET',
    timeoutMs: 5_000,
    maxBodyBytes: 65_536,
    audience: 'user',
    ...change,
  }
}

function portOf(listening: { address(): AddressInfo | string | null }): number {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}
