import { after, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { finish, type Lease, type Loop, release, runPlaces, whileHolding } from '#platform/leases'
import { outputFormatNames, presetNames } from '#platform/pictures'
import { type ImagesDeps, picturesTopic } from './deps.ts'
import { fetchSource, SourceFailed } from './fetch-source.ts'
import type { ClaimedPicture, WantedBy } from './picture.ts'
import { resultKey, sourceKey } from './picture-names.ts'
import { picturesQueue, queueOf, toClaimed } from './picture-store.ts'
import { mediaTypeOf, ProcessorFailed } from './processor.ts'
import type { PictureRow } from './tables.ts'

/** Pictures that one process fetches at a time. Each may have 25 MB. */
const placesMax = 6

/** How many pictures of one supplier, and of one host, are fetched at a time: neither holds up the pictures of others. */
const ofSupplierMax = 2
const ofHostMax = 4

/** A host that takes longer is slow. Its picture then only waits, and leaves its place to others. */
const slowMs = 1_000

/** How many pictures may wait for slow hosts. Any further ones keep their places. */
const slowMax = 12

/** The pause after each failed attempt. */
const pausesMs = [secondsMs(30), minutesMs(5), minutesMs(30), hoursMs(2)]

/** Fetches pictures that wait. A second run stores the same bytes again. */
export function picturesWorker(deps: ImagesDeps, wantedBy: WantedBy): Pick<Loop, 'stop'> {
  return runPlaces<PictureRow>(deps, {
    name: `images.${wantedBy.toLowerCase()}`,
    topics: [picturesTopic],
    queue: queueOf(wantedBy),
    places: placesMax,
    shares: [
      { column: 'company_id', max: ofSupplierMax },
      { column: 'host', max: ofHostMax },
    ],
    waitingMax: slowMax,
    carry: async (row, lease, stopping, leavePlace) => {
      const slow = setTimeout(leavePlace, slowMs)
      await carryPicture(deps, toClaimed(row), lease, stopping)
      clearTimeout(slow)
    },
  })
}

/** Never throws: the row is released, or another worker finds it when its lease ends. */
export async function carryPicture(
  deps: ImagesDeps,
  picture: ClaimedPicture,
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const { database, now, log } = deps
  const rows = [picture.key]
  try {
    const hold = { database, queue: picturesQueue, lease, rows, now, signal: stopping }
    const isStored = await whileHolding(hold, (signal) => carryOut(deps, picture, lease, signal))
    if (isStored && picture.wantedBy === 'IMPORT') await prewarm(deps, picture, stopping)
  } catch (error) {
    const fields = { productId: picture.productId, version: picture.version, err: error }
    if (!stopping.aborted) {
      // The row keeps its lease. The next attempt begins when the lease ends.
      log.error(fields, 'A picture could not be fetched. It will be retried.')
      return
    }
    await release(database.pool, picturesQueue, lease, rows, now()).catch((err: unknown) =>
      log.warn(
        { ...fields, err },
        'A picture could not be released. It waits until its lease ends.',
      ),
    )
  }
}

async function carryOut(
  deps: ImagesDeps,
  picture: ClaimedPicture,
  lease: Lease,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, outbound, files, limits, metrics } = deps
  const { sourceUrl } = picture
  if (sourceUrl === undefined) throw new Error('an upload is never fetched')
  try {
    const { bytes, type } = await fetchSource(outbound, sourceUrl, limits, signal)
    await files.write(sourceKey(picture), bytes, type)
    const set = { media_type: type, bytes: bytes.length, failure: null, updated_at: deps.now() }
    await finish(database.pool, picturesQueue, lease, [picture.key], { state: 'READY', set })
    metrics.fetched('stored')
    return true
  } catch (error) {
    if (!(error instanceof SourceFailed) || signal.aborted) throw error
    await noteFailure(deps, picture, lease, error)
    return false
  }
}

async function noteFailure(
  { database, now, metrics }: ImagesDeps,
  { key, attempts }: ClaimedPicture,
  lease: Lease,
  { reason, isPassing }: SourceFailed,
): Promise<void> {
  const at = now()
  const pauseMs = isPassing ? pausesMs[attempts - 1] : undefined
  const set = { failure: reason, updated_at: at }
  await finish(
    database.pool,
    picturesQueue,
    lease,
    [key],
    pauseMs === undefined
      ? { state: 'FAILED', set }
      : { state: 'WAITING', availableAt: after(at, pauseMs), set },
  )
  metrics.fetched(pauseMs === undefined ? 'refused' : 'retried')
}

/**
 * Converts the picture into every preset, so that the first buyer need not wait. One after the other, because somebody may wait for
 * another picture. Nothing depends on it: a request converts what is missing.
 */
async function prewarm(
  { processor, addresses, files }: ImagesDeps,
  picture: ClaimedPicture,
  signal: AbortSignal,
): Promise<void> {
  for (const preset of presetNames) {
    for (const format of outputFormatNames) {
      if (signal.aborted) return
      try {
        const bytes = await processor.transform(addresses.sourceUrlOf(picture), preset, format)
        await files.write(resultKey({ ...picture, preset, format }), bytes, mediaTypeOf(format))
      } catch (error) {
        if (!(error instanceof ProcessorFailed)) throw error
        // The processor is away or refuses the picture. The other results would fail too.
        return
      }
    }
  }
}
