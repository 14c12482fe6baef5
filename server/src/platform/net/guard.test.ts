import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request as send } from 'undici'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAtEnd } from '#testing/close-at-end'
import { guardedConnector } from './connector.ts'
import { createOutbound, OutboundFailed, type OutboundRequest, type Resolve } from './index.ts'

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

const server = closeAtEnd(createServer((request, response) => handle(request, response)))
server.listen(0, '127.0.0.1')
// It listens on every address of this machine.
canary.listen(0)
await Promise.all([once(server, 'listening'), once(canary, 'listening')])

afterAll(() => {
  server.closeAllConnections()
})
beforeEach(() => {
  touched = 0
  handle = (_request, response) => response.end('hello')
})

describe('the network guard', () => {
  const deployed = createOutbound({ allowPrivate: false, userAgent: 'purveyor/1', resolve })
  afterAll(() => deployed.close())

  it.each([
    'https://inside.test/',
    'https://mixed.test/',
    'https://127.0.0.1:8443/',
    'https://[::ffff:127.0.0.1]:8443/',
    'https://2130706433:8443/',
    'https://168.63.129.16/',
  ])('makes no call for a user to %s', async (url) => {
    await expect(deployed.request(to('/', { url }))).rejects.toMatchObject({
      name: 'UnsafeAddress',
    })
    await expect(deployed.checkUserUrl(url)).rejects.toMatchObject({ name: 'UnsafeAddress' })
  })

  it('reports an unknown name early', async () => {
    await expect(deployed.checkUserUrl('https://unknown.test/')).rejects.toMatchObject({
      reason: 'unresolvable',
    })
    await expect(deployed.checkUserUrl('https://nowhere.test/')).rejects.toMatchObject({
      reason: 'unresolvable',
    })
    names['public.test'] = ['93.184.216.34', '2606:4700:4700::1111']
    await deployed.checkUserUrl('https://public.test/')
  })

  it('does not apply to addresses in our own settings', async () => {
    const answer = await deployed.request(to('/', { audience: 'operator' }))

    expect(answer.status).toBe(200)
  })

  it('checks the address that the connection uses: a name that has moved is refused', async () => {
    let answers = 0
    const rebinding = createOutbound({
      allowPrivate: false,
      userAgent: 'purveyor/1',
      resolve: async () => {
        answers += 1
        return [{ address: answers === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
      },
    })
    await rebinding.checkUserUrl('https://rebind.test:8443/')

    await expect(
      rebinding.request(to('/', { url: 'https://rebind.test:8443/' })),
    ).rejects.toMatchObject({
      name: 'UnsafeAddress',
    })
    await rebinding.close()
  })

  it('would fail visibly: without it the listener is reached', async () => {
    const dispatcher = new Agent()

    await expect(send(`http://2130706433:${portOf(canary)}/`, { dispatcher })).rejects.toThrow()
    expect(touched).toBe(1)
    await dispatcher.destroy()
  })

  /** Skips the check of the URL, which would refuse these addresses before anything is connected. */
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    'localhost',
    'receiver.test',
    'mixed.test',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '[::]',
  ])('lets no connection through to a listener on this machine: %s', async (host) => {
    const rule = { allowPrivate: false }
    const connect = guardedConnector({ rule, resolve, connectTimeoutMs: 1_000 })
    const dispatcher = new Agent({ connect })

    await expect(send(`http://${host}:${portOf(canary)}/`, { dispatcher })).rejects.toThrow()
    await wait(5)
    expect(touched).toBe(0)
    await dispatcher.destroy()
  })

  it('checks the socket, even when everything before was deceived', async () => {
    const rule = { allowPrivate: false, ownAddresses: ['127.0.0.1'] }
    const open = { ...rule, allowPrivate: true }
    // The rule for the lookup differs from the rule for the socket, as if the resolver inside the connection gave another answer.
    let looks = 0
    const deceived = new Proxy(open, {
      get: (target, property) => {
        if (property === 'ownAddresses') {
          looks += 1
          return looks === 1 ? [] : rule.ownAddresses
        }
        return Reflect.get(target, property)
      },
    })
    let requests = 0
    handle = (_request, response) => {
      requests += 1
      response.end()
    }
    const connect = guardedConnector({ rule: deceived, resolve, connectTimeoutMs: 1_000 })
    const dispatcher = new Agent({ connect })

    await expect(
      send(`http://receiver.test:${portOf(server)}/`, { dispatcher }),
    ).rejects.toMatchObject({
      name: 'UnsafeAddress',
    })
    expect(requests).toBe(0)
    await dispatcher.destroy()
  })

  it('returns errors without any address', async () => {
    const error = await deployed
      .request(to('/', { url: 'https://inside.test/secret' }))
      .catch((one: unknown) => one)

    expect(String(error)).not.toMatch(/inside|secret|10\.0/)
    expect(new OutboundFailed('dns', false).message).toBe('The outbound call failed: dns.')
  })
})

const resolve: Resolve = async (hostname) => {
  const addresses = names[hostname]
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

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
