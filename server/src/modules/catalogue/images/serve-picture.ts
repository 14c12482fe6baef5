import { minutesMs, secondsMs } from '#kernel/time'
import { findPictured } from '#modules/products'
import { knowsEtag } from '#platform/http'
import { createLocalCache } from '#platform/local-cache'
import { type OutputFormat, type Preset, presets } from '#platform/pictures'
import { withinMs } from '#platform/time-limit'
import { acceptedFormats } from './accepted-formats.ts'
import type { ImagesDeps } from './deps.ts'
import { etagOfResult } from './etag-of-result.ts'
import type { PlaceholderReason } from './metrics.ts'
import { isPictureName, type PictureName, type ResultName, resultKey } from './picture-names.ts'
import { drawPlaceholder } from './placeholder.ts'
import { NoResult, produceResult } from './produce-result.ts'
import { noPicture } from './signed-addresses.ts'

export type PictureRequest = PictureName & {
  readonly preset: Preset
  readonly format: OutputFormat | 'auto'
  readonly accept: string | undefined
  readonly ifNoneMatch: string | undefined
}

export type ServedPicture =
  | {
      readonly is: 'picture'
      readonly bytes: Buffer
      readonly format: OutputFormat
      readonly etag: string
    }
  | { readonly is: 'unchanged'; readonly etag: string }
  | { readonly is: 'placeholder'; readonly svg: string }

/** Never throws for a picture that is missing, slow or broken: then it is the placeholder. */
export type ServePicture = (request: PictureRequest) => Promise<ServedPicture>

/** Small results stay in memory: 500 of up to 64 kB. */
const inMemoryMax = 500
const inMemoryBytesMax = 65_536

/** A store that hangs delays an answer by no more than this. */
const storeMsMax = secondsMs(2)

const triedMax = 10_000
const triedForMs = minutesMs(1)

export function createServePicture(deps: ImagesDeps): ServePicture {
  const inMemory = createLocalCache<Buffer>({ entriesMax: inMemoryMax })
  const results = createResults(deps, inMemory)
  const placeholderFor = createPlaceholders(deps)
  return async (request) => {
    const { productId, version, preset } = request
    const name = { productId, version, preset }
    if (version === noPicture || !isPictureName(request)) {
      return placeholderFor(request, 'no_picture')
    }
    const formats = request.format === 'auto' ? acceptedFormats(request.accept) : [request.format]
    for (const format of request.ifNoneMatch === undefined ? [] : formats) {
      const etag = etagOfResult({ ...name, format })
      if (knowsEtag(request.ifNoneMatch, etag)) return { is: 'unchanged', etag }
    }
    const picture = (format: OutputFormat, bytes: Buffer): ServedPicture => {
      return { is: 'picture', bytes, format, etag: etagOfResult({ ...name, format }) }
    }
    for (const format of formats) {
      const bytes = await results.find({ ...name, format })
      if (bytes === 'late') return placeholderFor(request, 'not_ready')
      if (bytes) return picture(format, bytes)
      // AVIF takes long to encode, so nobody waits for it: a later request gets it.
      if (request.format === 'auto' && format === 'avif') {
        produceLater(results, { ...name, format })
        continue
      }
      const made = await withinWait(deps, results.produce({ ...name, format }))
      return Buffer.isBuffer(made) ? picture(format, made) : placeholderFor(request, made)
    }
    return placeholderFor(request, 'failed')
  }
}

type Results = ReturnType<typeof createResults>

/** At most once a minute for each result: a picture that fails must not cost a transform for each request. */
function produceLater(results: Results, name: ResultName): void {
  const key = resultKey(name)
  if (results.triedLately.get(key)) return
  results.triedLately.set(key, true)
  results.produce(name).catch(() => undefined)
}

/** Stored results, and those that are being produced: identical requests share one. */
function createResults(deps: ImagesDeps, inMemory: ReturnType<typeof createLocalCache<Buffer>>) {
  const underWay = new Map<string, Promise<Buffer>>()
  const keep = (key: string, bytes: Buffer) => {
    if (bytes.length <= inMemoryBytesMax) inMemory.set(key, bytes)
    return bytes
  }
  return {
    triedLately: createLocalCache<true>({ entriesMax: triedMax, ttlMs: triedForMs }),
    find: async (name: ResultName): Promise<Buffer | 'late' | undefined> => {
      const key = resultKey(name)
      const known = inMemory.get(key)
      if (known) {
        deps.metrics.served('memory')
        return known
      }
      const reading = deps.files.read(key).catch((err: unknown) => {
        deps.log.warn({ err }, 'A picture could not be read from the store.')
        return undefined
      })
      const stored = await withinMs(storeMsMax, reading)
      if (!stored || stored === 'late') return stored
      deps.metrics.served('store')
      return keep(key, stored)
    },
    produce: (name: ResultName): Promise<Buffer> => {
      const key = resultKey(name)
      const known = underWay.get(key)
      if (known) return known
      // It may have become ready while the store was asked.
      const ready = inMemory.get(key)
      if (ready) return Promise.resolve(ready)
      const mine = produceResult(deps, name)
        .then((bytes) => {
          deps.metrics.served('processor')
          return keep(key, bytes)
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, mine)
      return mine
    },
  }
}

/** The result, or why there is none yet. What is not ready in time goes on, and is stored for the next request. */
async function withinWait(
  { limits, log }: ImagesDeps,
  producing: Promise<Buffer>,
): Promise<Buffer | PlaceholderReason> {
  const made = producing.catch((error: unknown): PlaceholderReason => {
    if (error instanceof NoResult) return error.reason
    log.warn({ err: error }, 'A picture could not be produced.')
    return 'failed'
  })
  const outcome = await withinMs(limits.waitMs, made)
  return outcome === 'late' ? 'not_ready' : outcome
}

/** The drawings of the last minute, because one that is asked for again and again must not cost a query each time. */
function createPlaceholders({ database, metrics, log }: ImagesDeps) {
  const drawn = createLocalCache<string>({ entriesMax: inMemoryMax, ttlMs: triedForMs })
  const draw = async ({ productId, preset }: PictureRequest): Promise<string> => {
    const { name, categoryPath } = (await findPictured(database.pool, productId)) ?? nobody
    return drawPlaceholder({ name, categoryPath }, presets[preset])
  }
  return async (request: PictureRequest, reason: PlaceholderReason): Promise<ServedPicture> => {
    metrics.placeholder(reason)
    const key = `${request.preset} ${request.productId}`
    const svg = await drawn
      .load(key, () => draw(request))
      .catch((err: unknown) => {
        log.warn({ err }, 'The name of a product could not be read for its placeholder.')
        return drawPlaceholder(nobody, presets[request.preset])
      })
    return { is: 'placeholder', svg }
  }
}

const nobody = { name: '', categoryPath: [] }
