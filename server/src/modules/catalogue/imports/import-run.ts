import type { Database } from '#platform/db'
import type { ImportMetrics } from './metrics.ts'

export type RunDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly metrics: ImportMetrics
  readonly unpackedMax: number
  readonly failedPercent: number
}

/**
 * How a run ended that was not interrupted: at the end of the file, by cancellation, or by too many refused records.
 */
export type RunEnd = 'read' | 'cancelled' | 'failing'

export type Supplier = { readonly currency: string | undefined; readonly country: string }
