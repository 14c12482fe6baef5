import type { CrawlDeps } from '../deps.ts'
import type { Source } from '../sources/source.ts'
import type { RunLease } from './page-store.ts'

/** The run is over, or another worker has it: nothing more may be written. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken'
}

export function throwRunTaken(): never {
  throw new RunTaken('The run is over or in other hands.')
}

/** A run that this worker has. */
export type RunWork = {
  readonly deps: CrawlDeps
  readonly lease: RunLease
  readonly source: Source
  readonly runNumber: number
  /** Aborted when the worker stops or loses its lease. */
  readonly signal: AbortSignal
}
