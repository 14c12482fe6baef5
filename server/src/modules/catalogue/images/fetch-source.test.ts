import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { aPicture, svgWithReference } from '#testing/tools/pictures'
import { fetchSource } from './fetch-source.ts'

let handle: (request: IncomingMessage, response: ServerResponse) => void
const host = closeAtEnd(createServer((request, response) => handle(request, response)))
host.listen(0, '127.0.0.1')
await once(host, 'listening')
afterAll(() => host.closeAllConnections())
const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/one.jpg`

const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))
const limits = { sourceBytesMax: 100_000, fetchTimeoutMs: 10_000 }
const picture = await aPicture()

it('fetches a picture, whatever type its host claims', async () => {
  handle = (_request, response) => response.setHeader('content-type', 'text/html').end(picture)
  expect(await fetched()).toEqual({ bytes: picture, type: 'image/jpeg' })
})

it('follows a redirect, also to another path of the host', async () => {
  handle = (request, response) => {
    if (request.url === '/two.jpg') return response.end(picture)
    return response.writeHead(302, { location: '/two.jpg' }).end()
  }
  expect((await fetched()).type).toBe('image/jpeg')
})

it.each([
  [
    'that is SVG',
    (response: ServerResponse) => response.end(svgWithReference),
    'not_a_picture',
    false,
  ],
  ['that is a page', (response: ServerResponse) => response.end('<html>'), 'not_a_picture', false],
  ['that is empty', (response: ServerResponse) => response.end(), 'not_a_picture', false],
  [
    'that is too large',
    (response: ServerResponse) => response.end(Buffer.alloc(100_001)),
    'too_large',
    false,
  ],
  [
    'that is gone',
    (response: ServerResponse) => response.writeHead(404).end(),
    'status_404',
    false,
  ],
  [
    'that fails now',
    (response: ServerResponse) => response.writeHead(503).end(),
    'status_503',
    true,
  ],
  [
    'that is asked for too often',
    (response: ServerResponse) => response.writeHead(429).end(),
    'status_429',
    true,
  ],
  ['whose host breaks off', (response: ServerResponse) => response.destroy(), 'network', true],
  [
    'that redirects inside',
    (response: ServerResponse) => redirected(response, 'http://10.0.0.1/'),
    'unsafe_address',
    false,
  ],
  [
    'that redirects to a cloud',
    (response: ServerResponse) => redirected(response, 'http://169.254.169.254/latest'),
    'unsafe_address',
    false,
  ],
  [
    'that redirects to a file',
    (response: ServerResponse) => redirected(response, 'file:///etc/passwd'),
    'unsafe_scheme',
    false,
  ],
  [
    'that redirects for ever',
    (response: ServerResponse) => redirected(response, '/again'),
    'redirects_too_many',
    false,
  ],
  [
    'that redirects nowhere',
    (response: ServerResponse) => response.writeHead(302).end(),
    'status_302',
    false,
  ],
] as const)('fetches no picture %s', async (_what, answer, reason, isPassing) => {
  handle = (_request, response) => void answer(response)
  await expect(fetched()).rejects.toMatchObject({ name: 'SourceFailed', reason, isPassing })
})

it('ends a fetch that never finishes', async () => {
  handle = () => undefined
  await expect(fetched({ ...limits, fetchTimeoutMs: 200 })).rejects.toMatchObject({
    reason: 'timeout',
    isPassing: true,
  })
})

it('refuses internal addresses in a deployed service', async () => {
  const deployed = closeAtEnd(createOutbound({ allowPrivate: false, userAgent: 'purveyor/1' }))
  for (const inside of ['https://127.0.0.1/x.png', 'https://[::1]/x.png', 'http://example.com/x']) {
    const fetching = fetchSource(deployed, inside, limits, new AbortController().signal)
    await expect(fetching).rejects.toMatchObject({ name: 'SourceFailed', isPassing: false })
  }
})

function fetched(given = limits) {
  return fetchSource(outbound, url, given, new AbortController().signal)
}

function redirected(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}
