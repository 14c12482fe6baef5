import type { Identity } from '#modules/identity'
import type { Database } from '#platform/db'
import type { Outbound } from '#platform/net'
import type { Log } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { PictureFiles } from './files/picture-files.ts'
import type { ImageMetrics } from './metrics.ts'
import type { Processor } from './processor.ts'
import type { SignedAddresses } from './signed-addresses.ts'

export type ImagesDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly wake: Wake
  readonly outbound: Outbound
  readonly files: PictureFiles
  readonly processor: Processor
  readonly addresses: SignedAddresses
  readonly metrics: ImageMetrics
  readonly findCompany: Identity['findCompany']
  readonly limits: ImageLimits
}

export type ImageLimits = {
  /** How long a request waits for a picture. */
  readonly waitMs: number
  readonly sourceBytesMax: number
  readonly fetchTimeoutMs: number
  /** Products whose pictures one import may ask for. */
  readonly prewarmMax: number
}

/** Rung when a picture is to be fetched. */
export const picturesTopic = 'images.pictures'
