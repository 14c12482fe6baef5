import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#harness'
import { keepImagingChild } from '#imaging'
import { sourcesPath } from '#modules/images'
import { sql } from '#platform/db'
import { createLog } from '#platform/telemetry'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { usePictureHost } from '#testing/hosts/picture-host'
import { aClaimingPng, aPicture, gifAndPage, svgWithReference } from '#testing/tools/pictures'
import { fileOf, isPlaceholder, open } from './open-image.ts'
import { operations } from './operations.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const key = Buffer.alloc(32, 5)
const salt = Buffer.alloc(32, 6)
const port = await freePort()

const picture = await aPicture()
/** The picture host of a supplier. */
const host = await usePictureHost(picture)

const world = await useWorld({
  settings: {
    IMAGE_PROC_BASE_URL: `http://127.0.0.1:${port}`,
    IMAGE_PROC_KEY: key.toString('hex'),
    IMAGE_PROC_SALT: salt.toString('hex'),
    IMAGE_WAIT_MS: '20000',
    IMAGE_PROC_TIMEOUT_MS: '20000',
  },
})
const imaging = keepImagingChild({
  host: '127.0.0.1',
  port,
  keys: [{ key, salt }],
  sourcePrefix: `${world.baseUrl}${sourcesPath}`,
  version: 'test',
  log: createLog({ level: 'silent' }),
})
closeAtEnd({ close: () => imaging.stop() })
await imaging.ready()

const { database } = world.parts.platform
const { buyer } = await world.company()
const supplier = await aSupplier(world)
beforeEach(() => host.answers(picture))

describe('the picture of a product', () => {
  it('is fetched once from its supplier and opens in an `<img>` without a credential', async () => {
    const { id } = await aPicturedProduct()
    const { image } = await productOf(id)
    expect(image.placeholder).toBe(false)
    expect(image.url).toMatch(new RegExp(`^${world.baseUrl}/api/v1/images/${id}/s[0-9a-f]{16}\\?`))

    const opened = await open(image.url, 'image/webp,image/*')

    expect(opened.status).toBe(200)
    expect(opened.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"s[0-9a-f]{16}-card-webp-1"$/),
    })
    expect(opened.headers.vary).toMatch(/accept/i)
    expect(opened.headers['x-image-fallback']).toBeUndefined()
    expect(await sharp(opened.bytes).metadata()).toMatchObject({ width: 320, height: 240 })
    for (const preset of ['thumb', 'detail']) await open(`${image.url}&preset=${preset}`)
    expect(host.requests()).toBe(1)
  })

  it('opens with a credential for callers who may see the product, and for nobody else', async () => {
    const { id } = await aPicturedProduct()
    const path = `/api/v1/images/${id}?preset=thumb&format=jpeg`
    const opened = await open(`${world.baseUrl}${path}`, undefined, buyer.headers)
    expect(opened.status).toBe(200)
    expect(opened.headers['cache-control']).toBe('private, no-cache')
    expect(await sharp(opened.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96 })

    expect((await world.anybody.get(path)).status).toBe(401)
    expect((await buyer.get('/api/v1/images/prd_none')).body.meta.code).toBe(
      'catalog.product_not_found',
    )
  })

  it('has the format that the client accepts, and AVIF once that is ready', async () => {
    const { image } = await productOf((await aPicturedProduct()).id)
    const typeFor = async (accept: string) => {
      const { headers } = await open(image.url, accept)
      return headers['content-type']
    }
    expect(await typeFor('*/*')).toBe('image/jpeg')
    expect(await typeFor('image/webp')).toBe('image/webp')
    expect(await typeFor('image/avif,image/webp')).toBe('image/webp')
    await expect.poll(() => typeFor('image/avif,image/webp')).toBe('image/avif')
    const wanted = await open(`${image.url}&format=avif`, '*/*')
    expect(wanted.headers['content-type']).toBe('image/avif')
  })

  it('is not sent again to a client that has it', async () => {
    const { image } = await productOf((await aPicturedProduct()).id)
    const first = await open(image.url)
    const again = await open(image.url, undefined, { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
    expect(again.headers.etag).toBe(first.headers.etag)
  })

  it('has a new address when the supplier names another picture', async () => {
    const { id } = await aPicturedProduct()
    const before = (await productOf(id)).image.url
    const first = await open(before)
    await sql`update products.products set image_urls = array[${`${host.url}/other.jpg`}] where id = ${id}`.execute(
      database.pool,
    )
    const other = await aPicture({ width: 100, height: 50 })
    host.answers(other)
    const after = (await productOf(id)).image.url
    expect(after).not.toBe(before)
    expect(await sharp((await open(after)).bytes).metadata()).toMatchObject({ width: 100 })
    expect((await open(before)).bytes, 'a page that is open').toEqual(first.bytes)
  })

  it('costs one fetch and one transform for simultaneous requests', async () => {
    const { image } = await productOf((await aPicturedProduct()).id)
    const before = await transforms()
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(image.url)))
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(opened.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
    expect(host.requests()).toBe(1)
    expect((await transforms()) - before).toBe(1)
  })

  it('is fetched again when its file was lost', async () => {
    const { id } = await aPicturedProduct()
    const { image } = await productOf(id)
    await open(image.url)
    const { rm } = await import('node:fs/promises')
    const { PURVEYOR_DATA_DIR: folder } = world.parts.platform.settings.of(
      (await import('#platform/deployment')).platformSettings,
    )
    // A rendition may be written at this moment.
    await rm(`${folder}/images/pictures/${id}`, { recursive: true, maxRetries: 5 })
    const lost = await open(`${image.url}&preset=thumb`)
    expect(lost.headers['x-image-fallback']).toBe('placeholder')
    expect((await open(`${image.url}&preset=detail`)).headers['content-type']).toBe('image/jpeg')
    expect(host.requests()).toBe(2)
  })
})

describe('a signed address', () => {
  it('opens nothing when any part of it was changed', async () => {
    const { id } = await aPicturedProduct()
    const other = await aPicturedProduct()
    const { image } = await productOf(id)
    const url = new URL(image.url)
    const signature = url.searchParams.get('signature') ?? ''
    const altered = [
      image.url.replace(id, other.id),
      image.url.replace(/\/s[0-9a-f]/, '/s_'),
      image.url.replace(signature, ''),
      image.url.replace(signature, signature.slice(0, -1)),
      image.url.replace(
        signature,
        `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      ),
      image.url.replace(signature, `${signature}A`),
      image.url.replace('/images/', '/images/sources/'),
      `${world.baseUrl}/api/v1/images/${id}/..%2f..%2fsecrets.json?signature=${signature}`,
      `${world.baseUrl}/api/v1/images/..%2f..%2fetc/passwd?signature=${signature}`,
    ]
    for (const address of altered) expect((await open(address)).status, address).toBe(403)
    expect(host.requests()).toBe(0)
  })

  it.each(['preset=huge', 'preset=321', 'format=svg', 'format=png', 'width=9999'])(
    'is refused with %s',
    async (parameter) => {
      const { image } = await productOf((await aPicturedProduct()).id)
      expect((await open(`${image.url}&${parameter}`)).status).toBe(400)
    },
  )
})

describe('an upload', () => {
  it('becomes the picture of the product, and the same upload again changes nothing', async () => {
    const { id } = await aPicturedProduct()
    const path = `/api/v1/products/${id}/image`
    const png = await aPicture({ format: 'png', width: 200, height: 100 })
    const first = await supplier.admin.put(path, fileOf(png, 'image/png'))
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ mediaType: 'image/png', bytes: png.length })
    const { image, version } = await productOf(id)
    expect(image).toEqual({ url: first.body.data.url, placeholder: false })
    expect(await sharp((await open(image.url)).bytes).metadata()).toMatchObject({ width: 200 })

    const again = await supplier.admin.put(path, fileOf(png, 'image/png'))
    expect(again.body.data).toEqual(first.body.data)
    expect((await productOf(id)).version).toBe(version)
    expect(host.requests()).toBe(0)

    const removed = await supplier.admin.delete(path)
    expect(removed.status).toBe(200)
    const left = (await productOf(id)).image
    expect(left).toEqual({ url: removed.body.data.url, placeholder: false })
    expect(await sharp((await open(left.url)).bytes).metadata()).toMatchObject({ width: 320 })
    expect((await supplier.admin.delete(path)).status).toBe(200)
  })

  it.each([
    ['SVG as PNG', () => svgWithReference, 'image/png', 415, 'images.picture_type_unsupported'],
    ['SVG', () => svgWithReference, 'image/svg+xml', 415, 'images.picture_type_unsupported'],
    ['a JPEG as PNG', () => aPicture(), 'image/png', 415, 'images.picture_type_unsupported'],
    [
      'AVIF as JPEG',
      () => aPicture({ format: 'avif' }),
      'image/jpeg',
      415,
      'images.picture_type_unsupported',
    ],
    [
      'a page that begins like a GIF',
      () => gifAndPage,
      'image/gif',
      422,
      'images.picture_unreadable',
    ],
    [
      '100 megapixels',
      () => aClaimingPng(10_000, 10_000),
      'image/png',
      422,
      'images.picture_unreadable',
    ],
    ['0 × 0 pixels', () => aClaimingPng(0, 0), 'image/png', 422, 'images.picture_unreadable'],
    [
      'half of a picture',
      async () => (await aPicture()).subarray(0, 900),
      'image/jpeg',
      422,
      'images.picture_unreadable',
    ],
    ['nothing', () => Buffer.alloc(0), 'image/png', 400, 'images.picture_empty'],
    ['26 MB', () => Buffer.alloc(26_000_000, 1), 'image/png', 413, 'images.picture_too_large'],
  ] as const)('is refused: %s', async (_what, make, type, status, code) => {
    const { id } = await aPicturedProduct()
    const before = (await productOf(id)).image
    const path = `/api/v1/products/${id}/image`
    const answer = await supplier.admin.put(path, fileOf(await make(), type))
    expect([answer.status, answer.body.meta.code]).toEqual([status, code])
    expect((await productOf(id)).image).toEqual(before)
  })

  it('requires the administrator of the supplier', async () => {
    const { id } = await aPicturedProduct()
    const path = `/api/v1/products/${id}/image`
    const file = fileOf(picture, 'image/jpeg')
    const other = await aSupplier(world)
    const { admin } = await world.company()
    for (const [client, status] of [
      [world.anybody, 401],
      [buyer, 403],
      [admin, 403],
      [other.admin, 404],
    ] as const) {
      expect((await client.put(path, file)).status).toBe(status)
      expect((await client.delete(path)).status).toBe(status)
    }
    expect((await (await world.operator()).put(path, file)).status).toBe(200)
  })
})

describe('a picture that is not available', () => {
  it.each([
    ['is gone', (response: ServerResponse) => response.writeHead(404).end()],
    ['is a page', (response: ServerResponse) => response.end('<html></html>')],
    [
      'lies inside',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    ],
  ])(
    'because it %s is replaced by the placeholder, never a broken image',
    async (_what, answer) => {
      host.answers((_request, response) => answer(response))
      const { id } = await aPicturedProduct({ name: 'Bolt <b>"M8"</b> & nut' })
      const { image } = await productOf(id)
      await isPlaceholder(image.url, 'Bolt &lt;b&gt;&quot;M8&quot;&lt;/b&gt; &amp; nut')
      await isPlaceholder(image.url, 'nut')
      expect(host.requests()).toBe(1)
    },
  )

  it('because it is broken is converted once, and not for each request', async () => {
    host.answers(gifAndPage)
    const { image } = await productOf((await aPicturedProduct()).id)
    const before = await refusals()
    await isPlaceholder(image.url, '<svg')
    await isPlaceholder(`${image.url}&preset=thumb`, '<svg')
    expect((await refusals()) - before).toBe(1)
  })

  it('because the product has none is replaced by the placeholder too', async () => {
    const { id } = await aProduct(database, { supplierCompanyId: supplier.id, name: 'A plain nut' })
    const { image } = await productOf(id)
    expect(image.placeholder).toBe(true)
    await isPlaceholder(image.url, 'A plain nut')
  })

  it('is counted, and operators see it', async () => {
    const operator = await world.operator()
    const read = async () => sectionOf(await operations(operator)).metrics
    const before = await read()
    host.answers(404)
    await open((await productOf((await aPicturedProduct()).id)).image.url)
    const after = await read()
    expect(Number(after.placeholdersLastDay) - Number(before.placeholdersLastDay)).toBe(1)
    expect(after).toMatchObject({ hasProcessor: true, processorSuccesses: expect.any(Number) })
    expect(after.averageLatencyMs).toBeGreaterThan(0)
  })
})

describe('when the processor crashes under load', () => {
  it('no request fails, and pictures return', async () => {
    const products = await Promise.all(Array.from({ length: 12 }, () => aPicturedProduct()))
    const urls = await Promise.all(products.map(async ({ id }) => (await productOf(id)).image.url))
    const opening = urls.flatMap((url) =>
      ['thumb', 'card', 'detail'].map((preset) => open(`${url}&preset=${preset}`)),
    )
    for (let crashes = 0; crashes < 3; crashes += 1) {
      const pid = imaging.pid()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const opened = await Promise.all(opening)
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    for (const url of urls) {
      await expect
        .poll(async () => (await open(url)).headers['x-image-fallback'], { timeout: 30_000 })
        .toBeUndefined()
    }
  })
})

type Section = { readonly metrics: Readonly<Record<string, number>> }

const sectionOf = (surface: object) =>
  (surface as { readonly imageProcessing: Section }).imageProcessing

let made = 0

async function aPicturedProduct(overrides: { readonly name?: string } = {}) {
  made += 1
  return aProduct(database, {
    supplierCompanyId: supplier.id,
    imageUrls: [`${host.url}/${made}.jpg`],
    ...overrides,
  })
}

async function productOf(id: string) {
  const { body } = await buyer.get(`/api/v1/products/${id}`)
  return body.data as {
    readonly version: number
    readonly image: { readonly url: string; readonly placeholder: boolean }
  }
}

const transforms = () => counted(/^images_processing_seconds_count (\d+)/m)
const refusals = () => counted(/^images_processor_failures_total\{problem="refused"\} (\d+)/m)

async function counted(line: RegExp): Promise<number> {
  return Number(line.exec(await world.parts.platform.metrics.text())?.[1] ?? 0)
}
