import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { s3Credentials as credentials, useS3 } from '#testing/s3'
import { useFolder } from '#testing/tools/folder'
import { createS3Files } from '../../src/modules/catalogue/images/files/s3-files.ts'
import { resultKey, sourceKey } from '../../src/modules/catalogue/images/picture-names.ts'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { tcpProxy } from '../harness/tcp-proxy.ts'
import { createClient, type Envelope } from '../journeys/client.ts'
import { isPlaceholder, open } from '../journeys/open-image.ts'

const bucket = 'pictures'
const healthToken = 'a token for the health surfaces'
const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const { port: s3Port, endpoint } = await useS3({ bucket, directory: folder })
/** What the bucket holds, read past the service. */
const stored = closeAtEnd(
  createS3Files({
    bucket,
    region: 'us-east-1',
    endpoint,
    credentials,
  }),
)
/** Between the service and its bucket. */
const cable = closeAtEnd(await tcpProxy({ host: '127.0.0.1', port: s3Port }))
const [apiPort, imagingPort] = [await freePort(), await freePort()]
const shared = {
  APP_ENV: 'production',
  BASE_URL: 'https://shop.example.com',
  LOG_LEVEL: 'silent',
  IMAGE_SOURCE_BASE_URL: `http://127.0.0.1:${apiPort}`,
  IMAGE_PROC_KEY: Buffer.alloc(32, 3).toString('hex'),
  IMAGE_PROC_SALT: Buffer.alloc(32, 4).toString('hex'),
}
const dataDir = await useFolder()

it('keeps pictures in a bucket, in processes of their own, and shows them while parts of it are away', async () => {
  const picture = await aNoisyPicture()
  let api = await startApi()
  let imaging = await startImagingAlone()
  const supplierCompanyId = await aCompany(database, { supplier: true })
  const { email, password } = await aPerson(database, {
    companyId: supplierCompanyId,
    role: 'company_admin',
  })
  const { id: productId } = await aProduct(database, { supplierCompanyId })
  const signIn = await createClient(api.baseUrl).post('/auth/login', { email, password })
  const headers = { authorization: `Bearer ${signIn.body.data.accessToken}` }
  const upload = (bytes: Buffer) => putInPieces(`${imageOf(productId)}`, bytes, headers)

  // The upload arrives in the bucket as it was sent.
  const uploaded = await upload(picture)
  expect([uploaded.status, uploaded.body.meta]).toEqual([200, expect.anything()])
  const address = new URL(uploaded.body.data.url)
  const version = address.pathname.split('/').at(-1) ?? ''
  const name = { productId, version }
  expect((await stored.read(sourceKey(name)))?.equals(picture)).toBe(true)
  const at = (preset: string, format: string) =>
    `http://127.0.0.1:${apiPort}${address.pathname}${address.search}&preset=${preset}&format=${format}`
  const thumb = await open(at('thumb', 'webp'))
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 96 })
  const thumbKey = resultKey({ ...name, preset: 'thumb', format: 'webp' })
  await expect.poll(async () => (await stored.read(thumbKey))?.equals(thumb.bytes)).toBe(true)

  // The processor is killed: drawings, and after a restart the counts and the stored results are still there.
  await imaging.kill()
  for (let round = 0; round < 3; round += 1) {
    for (const preset of ['card', 'detail']) {
      for (const format of ['jpeg', 'webp']) await isPlaceholder(at(preset, format), '<svg')
    }
  }
  await api.stop()
  api = await startApi()
  expect((await open(at('thumb', 'webp'))).bytes.equals(thumb.bytes)).toBe(true)
  for (const surface of ['ops', 'detailed']) {
    expect(await sectionOf(api, surface)).toMatchObject({
      status: 'degraded',
      metrics: { placeholdersLastDay: 12, processorFailures: 12, failureRateLastHour: 0.857 },
      problems: [{ code: 'images.failure-rate' }],
    })
  }
  await expect.poll(firing).toContain('images.failure-rate')
  imaging = await startImagingAlone()
  await expect.poll(async () => fallbackOf(at('card', 'jpeg'))).toBeUndefined()

  // The bucket is away: drawings, and an upload says so and changes nothing.
  cable.cut()
  await isPlaceholder(at('detail', 'webp'), '<svg')
  const refused = await upload(await aNoisyPicture())
  expect([refused.status, refused.body.meta.code]).toEqual([503, 'images.store_unavailable'])
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  cable.mend()
  await expect.poll(async () => fallbackOf(at('detail', 'webp'))).toBeUndefined()

  // A removed picture leaves the bucket.
  const removed = await createClient(api.baseUrl).delete(
    `/api/v1/products/${productId}/image`,
    undefined,
    { headers },
  )
  expect(removed.status).toBe(200)
  await anHourPasses()
  await expect.poll(() => stored.read(sourceKey(name)), { timeout: 60_000 }).toBeUndefined()
  await expect.poll(() => stored.read(thumbKey), { timeout: 60_000 }).toBeUndefined()

  // The bucket takes connections and answers nothing: nobody waits for it.
  cable.freeze()
  await isPlaceholder(at('card', 'avif'), '<svg')
  await Promise.all([api.kill(), imaging.kill()])
}, 400_000)

function startApi(): Promise<ServiceProcess> {
  return startService({
    port: apiPort,
    dataDir,
    env: {
      ...shared,
      PURVEYOR_ROLES: 'api,worker',
      DOCUMENT_DB_URL: databaseUrl,
      JWT_ACCESS_SECRET: 'one secret of the image store, 7d1f0a4c',
      JWT_REFRESH_SECRET: 'other secret of the image store, 9e2b5f',
      HEALTH_TOKEN: healthToken,
      IMAGE_PROC_BASE_URL: `http://127.0.0.1:${imagingPort}`,
      IMAGE_S3_BUCKET: bucket,
      IMAGE_S3_ENDPOINT: `http://127.0.0.1:${cable.port}`,
      IMAGE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      IMAGE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      // On a busy machine a picture takes longer than a person waits.
      IMAGE_WAIT_MS: '20000',
      EXCHANGE_RATE_BASE_URL: 'http://127.0.0.1:9',
      FX_REFERENCE_RATES_URL: 'http://127.0.0.1:9/eurofxref',
    },
  })
}

function startImagingAlone(): Promise<ServiceProcess> {
  return startService({ port: imagingPort, env: { ...shared, PURVEYOR_ROLES: 'imaging' } })
}

const imageOf = (productId: string) =>
  `http://127.0.0.1:${apiPort}/api/v1/products/${productId}/image`

/** Several pieces of the network, of which the first have one byte. */
async function putInPieces(url: string, bytes: Buffer, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'image/jpeg' },
    body: ReadableStream.from(piecesOf(bytes)),
    duplex: 'half',
  } as RequestInit)
  const body = (await response.json()) as Envelope
  return { status: response.status, headers: response.headers, body }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const single = 24
  for (let at = 0; at < single; at += 1) {
    yield new Uint8Array(bytes.subarray(at, at + 1))
    await pause(1)
  }
  for (let at = single; at < bytes.length; at += 10_007) {
    yield new Uint8Array(bytes.subarray(at, at + 10_007))
  }
}

/** Hardly compressible, so that it needs many pieces. */
async function aNoisyPicture(): Promise<Buffer> {
  const raw = { width: 900, height: 600, channels: 3 } as const
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const fallbackOf = async (url: string) => (await open(url)).headers['x-image-fallback']

async function sectionOf({ baseUrl }: ServiceProcess, surface: string): Promise<unknown> {
  const response = await fetch(`${baseUrl}/health/${surface}`, {
    headers: { authorization: `Bearer ${healthToken}` },
  })
  return ((await response.json()) as { imageProcessing: unknown }).imageProcessing
}

async function firing(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from incidents.incidents where status = 'firing'
  `.execute(database.pool)
  return rows.map(({ key }) => key)
}

/** The replaced files are old enough, and the job that deletes them is due. */
async function anHourPasses(): Promise<void> {
  await sql`
    /* across companies: the whole table (company_id) */
    update images.replaced_versions set replaced_at = replaced_at - interval '2 hours'
  `.execute(database.pool)
  await sql`
    update platform.schedules set available_at = now() - interval '1 second'
    where name = 'images.delete_replaced_pictures_hourly'
  `.execute(database.pool)
}
