import { setTimeout as pause } from 'node:timers/promises'
import { after, hoursMs } from '#kernel/time'
import { findPictured } from '#modules/products'
import { ringAfterCommit } from '#platform/wake'
import { type ImagesDeps, picturesTopic } from './deps.ts'
import type { PlaceholderReason } from './metrics.ts'
import { type ResultName, resultKey, sourceKey } from './picture-names.ts'
import {
  findPicture,
  insertWanted,
  markMissing,
  markUnreadable,
  type WantedPicture,
} from './picture-store.ts'
import { mediaTypeOf, ProcessorFailed } from './processor.ts'
import type { ProcessorProblem } from './processor-problem.ts'

/** There is no picture to show now. */
export class NoResult extends Error {
  override readonly name = 'NoResult'
  readonly reason: PlaceholderReason

  constructor(reason: PlaceholderReason, options: ErrorOptions = {}) {
    super(`There is no picture: ${reason}.`, options)
    this.reason = reason
  }
}

/** How often a request looks whether the picture has been fetched. */
const lookEveryMs = 100
/** After this, nobody waits any more. The worker goes on. */
const lookForMs = 30_000
/** A picture that could not be fetched is tried again when somebody asks for it after this. */
export const failedForMs = hoursMs(24)

/** Waits until the source is stored, converts it and stores the result. Throws `NoResult`. */
export async function produceResult(deps: ImagesDeps, name: ResultName): Promise<Buffer> {
  const { files, processor, addresses } = deps
  const companyId = await untilStored(deps, name)
  const bytes = await processor
    .transform(addresses.sourceUrlOf(name), name.preset, name.format)
    .catch(async (error: unknown) => {
      if (companyId !== undefined && error instanceof ProcessorFailed) {
        await noteProblem(deps, companyId, name, error.problem)
      }
      throw new NoResult('failed', { cause: error })
    })
  // Nobody waits for the store, and a result that cannot be kept can still be shown.
  files.write(resultKey(name), bytes, mediaTypeOf(name.format)).catch((err: unknown) => {
    deps.log.warn({ err, productId: name.productId }, 'A picture could not be stored.')
  })
  return bytes
}

/** A broken picture is not converted again for each request, and one whose file was lost is fetched again. */
async function noteProblem(
  { database, files, now }: ImagesDeps,
  companyId: string,
  name: ResultName,
  problem: ProcessorProblem,
): Promise<void> {
  if (problem === 'refused') await markUnreadable(database.pool, companyId, name, now())
  if (problem !== 'source_unavailable' || (await files.read(sourceKey(name)))) return
  await markMissing(database.pool, companyId, name, now())
}

/** Returns the supplier of the picture, or undefined for a former picture. */
async function untilStored(deps: ImagesDeps, name: ResultName): Promise<string | undefined> {
  const { database, files } = deps
  const pictured = await findPictured(database.pool, name.productId)
  if (!pictured) throw new NoResult('no_picture')
  if (pictured.version !== name.version) {
    // A page that is still open shows the former picture, as long as its source exists.
    if (await files.read(sourceKey(name))) return undefined
    throw new NoResult('no_picture')
  }
  const { supplierCompanyId: companyId, productId, version, sourceUrl } = pictured
  for (const until = performance.now() + lookForMs; performance.now() < until; ) {
    const found = await findPicture(database.pool, companyId, productId)
    const isCurrent = found?.version === version
    if (isCurrent && found.state === 'READY') return companyId
    const isRetried = found && after(found.updatedAt, failedForMs) < deps.now()
    if (isCurrent && found.state === 'FAILED' && !isRetried) throw new NoResult('failed')
    const isQueuedByImport =
      found?.state === 'WAITING' && found.wantedBy === 'IMPORT' && found.attempts === 0
    if (!isCurrent || found.state === 'FAILED' || isQueuedByImport) {
      if (sourceUrl === undefined) throw new NoResult('failed')
      await want(deps, { companyId, productId, version, sourceUrl })
    }
    await pause(lookEveryMs)
  }
  throw new NoResult('not_ready')
}

/** Queues the picture for the worker. A second call for the same version changes nothing. */
async function want({ database, now }: ImagesDeps, wanted: WantedPicture): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    const retryBefore = after(at, -failedForMs)
    await insertWanted(tx, [wanted], { wantedBy: 'REQUEST', now: at, retryBefore })
    ringAfterCommit(tx, picturesTopic)
  })
}
