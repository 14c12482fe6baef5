import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#harness'
import { type Preset, type ProcessorKeys, processorPath } from '#platform/pictures'
import { isAlive } from '#platform/processes'
import { createLog } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import {
  aClaimingJpeg,
  aClaimingPng,
  aLongGif,
  aPicture,
  gifAndPage,
  svgWithReference,
} from '#testing/tools/pictures'
import type { ImagingLimits } from './imaging-limits.ts'
import { type ImagingChild, keepImagingChild } from './keep-imaging-child.ts'

const keys: ProcessorKeys = [{ key: Buffer.alloc(32, 7), salt: Buffer.alloc(32, 9) }]

/** Our store, from which the processor reads. */
let serve: (response: ServerResponse) => void
let reads = 0
const store = closeAtEnd(
  createServer((_request, response) => {
    reads += 1
    serve(response)
  }),
)
store.listen(0, '127.0.0.1')
await once(store, 'listening')
afterAll(() => store.closeAllConnections())
const storeUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
const sourceUrl = `${storeUrl}/sources/prd_1/s1?signature=x`

const imaging = await useImaging()

beforeEach(async () => {
  reads = 0
  const picture = await aPicture()
  serve = (response) => response.end(picture)
})

describe('the image processor', () => {
  it.each([
    ['thumb', 96, 72],
    ['card', 320, 240],
    ['detail', 640, 480],
  ] as const)('fits a picture into %s and never enlarges it', async (preset, width, height) => {
    const { status, body } = await get({ preset })
    expect(status).toBe(200)
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width, height })
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('reads %s', async (format) => {
    const picture = await aPicture({ format })
    serve = (response) => response.end(picture)
    const { status, type, body } = await get({ format: 'webp' })
    expect([status, type]).toEqual([200, 'image/webp'])
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 320 })
  })

  it('writes AVIF', async () => {
    const { type, body } = await get({ format: 'avif' })
    expect(type).toBe('image/avif')
    expect(await sharp(body).metadata()).toMatchObject({ format: 'heif', compression: 'av1' })
  })

  it('turns a picture upright and removes its metadata', async () => {
    const picture = await aPicture({ width: 400, height: 200, orientation: 6 })
    serve = (response) => response.end(picture)
    const metadata = await sharp((await get({})).body).metadata()
    expect(metadata).toMatchObject({ width: 160, height: 320 })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
  })

  it('shows the first frame of an animation', async () => {
    const gif = aLongGif(10_000)
    serve = (response) => response.end(gif)
    const { status, body } = await get({ format: 'webp' })
    expect(status).toBe(200)
    expect((await sharp(body).metadata()).pages ?? 1).toBe(1)
  })

  it('answers 403 to every unsigned path and reads nothing', async () => {
    const path = processorPath(keys, { sourceUrl, preset: 'card', format: 'webp' })
    const others = [
      path.replace('320:320', '321:321'),
      `/unsafe${path.slice(path.indexOf('/', 1))}`,
      `/${'A'.repeat(43)}${path.slice(path.indexOf('/', 1))}`,
      processorPath([{ key: Buffer.alloc(32, 8), salt: Buffer.alloc(32, 9) }], {
        sourceUrl,
        preset: 'card',
        format: 'webp',
      }),
      '/',
      '/../../etc/passwd',
    ]
    for (const other of others) expect((await getPath(other)).status).toBe(403)
    expect(reads).toBe(0)
  })

  it.each([
    'http://127.0.0.1:9/sources/x',
    'http://169.254.169.254/sources/latest',
    'file:///etc/passwd',
    'not an address',
  ])('reads only from the store: not %s', async (url) => {
    const path = processorPath(keys, { sourceUrl: url, preset: 'card', format: 'webp' })
    expect(await getPath(path)).toMatchObject({ status: 404 })
  })

  it.each([
    ['above the store', () => `${storeUrl}/sources/../secret`],
    ['with a name', () => `http://name@127.0.0.1:${new URL(storeUrl).port}/sources/x`],
    ['that only begins like it', () => `${storeUrl}.example.com/sources/x`],
  ])('refuses an address %s', async (_what, url) => {
    const path = processorPath(keys, { sourceUrl: url(), preset: 'card', format: 'webp' })
    expect(await getPath(path)).toMatchObject({ status: 404 })
    expect(reads).toBe(0)
  })
})

describe('the image processor beside its store', () => {
  it('reads the file of a source, and asks the API for one that is missing or too large', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purveyor-sources-'))
    const { url } = await useImaging(
      { sourceBytesMax: 100_000 },
      join(folder, '{productId}', '{version}', 'source'),
    )
    await mkdir(join(folder, 'prd_1', 's1'), { recursive: true })
    const file = join(folder, 'prd_1', 's1', 'source')
    await writeFile(file, await aPicture({ width: 200, height: 100 }))
    const { body } = await get({}, url)
    expect(await sharp(body).metadata()).toMatchObject({ width: 200, height: 100 })
    expect(reads).toBe(0)

    await writeFile(file, Buffer.alloc(100_001))
    expect((await get({}, url)).status).toBe(200)
    await rm(folder, { recursive: true })
    expect((await get({ format: 'webp' }, url)).status).toBe(200)
    expect(reads).toBe(2)
  })
})

describe('a hostile source', () => {
  it('behind a whole picture is left out: the answer is encoded anew', async () => {
    const script = '<script>alert(1)</script>'
    const polyglot = Buffer.concat([await aPicture(), Buffer.from(script)])
    serve = (response) => response.end(polyglot)
    const { status, body } = await get({})
    expect(status).toBe(200)
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
    expect(body.includes(script)).toBe(false)
  })

  it.each([
    ['SVG with a reference', async () => svgWithReference],
    ['AVIF', () => aPicture({ format: 'avif' })],
    ['TIFF', () => aPicture({ format: 'tiff' })],
    ['a GIF that is a page', async () => gifAndPage],
    ['a PNG of 256 megapixels', async () => aClaimingPng(16_000, 16_000)],
    ['a PNG of 100 megapixels in a line', async () => aClaimingPng(100_000_000, 1)],
    ['a PNG of 0 × 0', async () => aClaimingPng(0, 0)],
    ['a JPEG that claims 64,250 × 64,250', aClaimingJpeg],
    ['half of a JPEG', async () => halfOf(await aPicture())],
    ['half of a PNG', async () => halfOf(await aPicture({ format: 'png' }))],
    ['half of a WebP', async () => halfOf(await aPicture({ format: 'webp' }))],
    ['nothing', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('It is no picture.')],
    ['the first bytes of a JPEG', async () => Buffer.from('ffd8ffe0', 'hex')],
    [
      'a ZIP behind the first bytes of a PNG',
      async () => Buffer.from('\x89PNG\r\n\x1a\nPK\x03\x04', 'latin1'),
    ],
  ])('is refused: %s', async (_what, make) => {
    const source = await make()
    serve = (response) => response.end(source)
    const before = imaging.pid()
    expect(await get({})).toMatchObject({ status: 422 })
    expect(imaging.pid(), 'the processor goes on').toBe(before)
  })

  it('is not read beyond the size limit', async () => {
    const { url } = await useImaging({ sourceBytesMax: 10_000 })
    serve = (response) => response.end(Buffer.alloc(10_001))
    expect((await get({}, url)).status).toBe(502)
  })

  it.each([404, 500])('answers %i: the source is no picture', async (status) => {
    serve = (response) => response.writeHead(status).end()
    expect(await get({})).toMatchObject({ status: 502 })
  })

  it('ends at the time limit when it never finishes', async () => {
    const { url } = await useImaging({ timeoutMs: 300 })
    serve = () => undefined
    expect((await get({}, url)).status).toBe(502)
  })
})

describe('many requests', () => {
  it('share one transform for the same picture', async () => {
    const picture = await aPicture()
    // Long enough for all requests to arrive.
    serve = (response) => void setTimeout(() => response.end(picture), 1_000)
    const answers = await Promise.all(Array.from({ length: 100 }, () => get({ format: 'webp' })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(reads).toBe(1)
  })

  it('get 503 at once when the queue is full', async () => {
    const { url } = await useImaging({ workersMax: 1, waitingMax: 1 })
    const waiting: ServerResponse[] = []
    serve = (response) => void waiting.push(response)
    const asked = ['thumb', 'card'].map((preset) => get({ preset: preset as Preset }, url))
    await expect.poll(() => waiting.length).toBe(1)
    const refused = await expect
      .poll(async () => (await get({ preset: 'detail' }, url)).status, { interval: 20 })
      .toBe(503)
      .then(() => get({ preset: 'detail' }, url))
    expect(refused.headers.get('retry-after')).toBe('1')
    const picture = await aPicture()
    serve = (response) => response.end(picture)
    waiting[0]?.end(picture)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('an image processor that dies', () => {
  it('restarts at the same address', async () => {
    const own = await useImaging()
    const before = own.pid() as number
    process.kill(before, 'SIGKILL')
    await expect.poll(() => isAlive(before)).toBe(false)
    await expect
      .poll(
        () =>
          get({}, own.url).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200)
    expect(own.pid()).not.toBe(before)
  })

  it('stops with its service', async () => {
    const own = await useImaging()
    const pid = own.pid() as number
    await own.stop()
    expect(isAlive(pid)).toBe(false)
  })
})

async function useImaging(
  limits: Partial<ImagingLimits> = {},
  sourceFiles?: string,
): Promise<ImagingChild> {
  const child = keepImagingChild({
    host: '127.0.0.1',
    port: await freePort(),
    keys,
    sourcePrefix: `${storeUrl}/sources/`,
    sourceFiles,
    version: 'test',
    limits,
    log: createLog({ level: 'silent' }),
  })
  closeAtEnd({ close: () => child.stop() })
  await child.ready()
  return child
}

type Wanted = { readonly preset?: Preset; readonly format?: 'avif' | 'webp' | 'jpeg' }

function get({ preset = 'card', format = 'jpeg' }: Wanted, url = imaging.url) {
  return getPath(processorPath(keys, { sourceUrl, preset, format }), url)
}

async function getPath(path: string, url = imaging.url) {
  const response = await fetch(`${url}${path}`)
  const { status, headers } = response
  const body = Buffer.from(await response.arrayBuffer())
  return { status, headers, type: headers.get('content-type'), body }
}

const halfOf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
