import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { startLocalPostgres } from '../server/src/platform/db/index.ts'
import { accessOf } from './lib/access.ts'
import { type Measured, measure, round } from './lib/measuring/measure.ts'
import { answerOf } from './lib/partner-app.ts'
import { startProduct, startScript } from './lib/processes.ts'
import { benchSecrets } from './lib/secrets.ts'

export type ImagesReadings = {
  readonly requests: readonly Measured[]
  /** Requests a second of a stored picture, by those of a bare route that reads the same file. */
  readonly storedByBare: number
  /** Medians of a picture of 2,000 × 1,333 pixels as a thumbnail: the request, and sharp alone. */
  readonly coldMs: number
  readonly sharpMs: number
  readonly coldBySharp: number
}

const connections = 8
const coldMax = 40
const afterUploadsMs = 5_000

type Product = { readonly id: string; readonly image: { readonly url: string } }

/** A stored picture against a bare file route, and a first thumbnail against sharp alone. */
export async function images(seconds: number): Promise<ImagesReadings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const quiet = { info: () => undefined, warn: console.error }
  const postgres = await startLocalPostgres({ dataDir, log: quiet })
  const undo: (() => Promise<unknown>)[] = [() => postgres.stop()]
  try {
    const service = await startProduct(
      {
        DOCUMENT_DB_URL: postgres.url,
        CACHE_URL: 'memory:',
        RATE_LIMIT_SIGNED_PER_MINUTE: '1000000',
        IMAGE_WAIT_MS: '30000',
        ...benchSecrets(),
      },
      dataDir,
    )
    undo.push(() => service.stop())
    const { apiKey } = await accessOf(dataDir)
    const list = await fetch(`${service.baseUrl}/api/v1/products?limit=100`, {
      headers: { 'x-api-key': apiKey },
    })
    const products = (await answerOf(list, 200)).data as Product[]
    const stored = await measureStored(service, products[0] as Product, dataDir, seconds)
    const operator = await operatorOf(service.baseUrl, dataDir)
    const cold = await measureCold(
      service.baseUrl,
      products.slice(1, 1 + coldMax),
      operator,
      dataDir,
    )
    return { ...stored, ...cold }
  } finally {
    for (const step of undo.reverse()) await step()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureStored(
  service: { readonly baseUrl: string; readonly pid: number },
  { image }: Product,
  dataDir: string,
  seconds: number,
) {
  const url = `${image.url}&format=webp`
  const path = join(dataDir, 'picture')
  await writeFile(path, await pictureAt(url))
  const bare = await startScript('floors/bare-files.ts', [path])
  try {
    const load = { connections, method: 'GET' as const }
    const floor = await measure(
      { ...load, name: 'bare route', url: `${bare.baseUrl}/file`, pid: bare.pid },
      seconds,
    )
    const ours = await measure({ ...load, name: 'stored picture', url, pid: service.pid }, seconds)
    return {
      requests: [floor, ours],
      storedByBare: round(ours.requestsPerSecond / floor.requestsPerSecond),
    }
  } finally {
    await bare.stop()
  }
}

async function measureCold(
  baseUrl: string,
  products: readonly Product[],
  bearer: string,
  dataDir: string,
) {
  const noise = randomBytes(250 * 167 * 3)
  const source = await sharp(noise, { raw: { width: 250, height: 167, channels: 3 } })
    .resize(2_000, 1_333)
    .jpeg({ quality: 85 })
    .toBuffer()
  const path = join(dataDir, 'source')
  await writeFile(path, source)
  const urls: string[] = []
  for (const { id } of products)
    urls.push(await upload(`${baseUrl}/api/v1/products/${id}/image`, source, bearer))
  // What an upload causes, such as its events, is no part of the first thumbnail.
  await wait(afterUploadsMs)
  const coldMs: number[] = []
  const sharpMs: number[] = []
  sharp.cache(false)
  sharp.concurrency(1)
  for (const url of urls) {
    // One after the other in turns, so that both have the same machine.
    coldMs.push(await timeOf(() => pictureAt(`${url}&preset=thumb&format=jpeg`)))
    sharpMs.push(await timeOf(() => thumbnailOf(path)))
  }
  const [cold, alone] = [medianOf(coldMs), medianOf(sharpMs)]
  return { coldMs: cold, sharpMs: alone, coldBySharp: round(cold / alone) }
}

async function upload(url: string, source: Buffer, bearer: string): Promise<string> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(source),
  })
  return ((await answerOf(response, 200)).data as { readonly url: string }).url
}

/** The work of the processor, with the same settings, from the file to the bytes of the thumbnail. */
async function thumbnailOf(path: string): Promise<Buffer> {
  return sharp(await readFile(path), { failOn: 'truncated', pages: 1 })
    .autoOrient()
    .resize({ width: 96, height: 96, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The picture itself: the drawing that stands for it would be measured in its place. */
async function pictureAt(url: string): Promise<Buffer> {
  for (let tries = 0; tries < 20; tries += 1) {
    const response = await fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`the picture answered ${response.status}`)
    if (response.headers.get('x-image-fallback') === null) return bytes
    await wait(250)
  }
  throw new Error('there is no picture')
}

async function operatorOf(baseUrl: string, dataDir: string): Promise<string> {
  const { operator } = (await accessOf(dataDir)) as unknown as { readonly operator: object }
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  const { accessToken } = (await answerOf(response, 200)).data as { accessToken: string }
  return accessToken
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function medianOf(values: readonly number[]): number {
  return round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}
