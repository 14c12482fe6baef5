import { availableParallelism } from 'node:os'

/** What one processor may spend on pictures. */
export type ImagingLimits = {
  readonly workersMax: number
  /** Requests that wait for a worker. Further ones are answered 503. */
  readonly waitingMax: number
  readonly sourceBytesMax: number
  readonly pixelsMax: number
  /** For one picture, from reading its source to its last byte. */
  readonly timeoutMs: number
}

export const defaultImagingLimits: ImagingLimits = {
  workersMax: Math.min(availableParallelism(), 8),
  waitingMax: 64,
  sourceBytesMax: 25_000_000,
  pixelsMax: 40_000_000,
  timeoutMs: 10_000,
}
