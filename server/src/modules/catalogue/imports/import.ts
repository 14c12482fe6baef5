import type { Id } from '#kernel/id'

export const importFormats = ['csv', 'jsonl', 'bmecat', 'google'] as const
export type ImportFormat = (typeof importFormats)[number]

export const importStates = [
  'RECEIVING',
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'CANCELLED',
] as const
export type ImportState = (typeof importStates)[number]

/** How to read a file. Absent options are detected, or have a default. */
export type ImportOptions = {
  readonly format?: ImportFormat
  /** Discontinues the products of the supplier that the file does not name. */
  readonly replace: boolean
  /** The largest share of the products on sale that may be discontinued. */
  readonly discontinueMaxPercent: number
  /** The currency of prices without one. */
  readonly currency?: string
  /**
   * The language as two letters (ISO 639-1). It selects one of several texts, and is the language of texts without one.
   */
  readonly language?: string
  readonly delimiter?: string
  readonly encoding?: string
  /** Maps a column of a CSV file to a field. */
  readonly mapping?: Readonly<Record<string, string>>
}

export type ImportCounts = {
  readonly records: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly discontinued: number
  /** The number of all problems, including those that do not refuse a record. */
  readonly problems: number
}

export type CatalogImport = {
  readonly id: Id<'imp'>
  /** The supplier of the products. */
  readonly companyId: Id<'co'>
  readonly state: ImportState
  readonly options: ImportOptions
  readonly format: ImportFormat | undefined
  readonly bytesReceived: number
  readonly bytesRead: number
  readonly counts: ImportCounts
  readonly failure: { readonly code: string; readonly details: Record<string, unknown> } | undefined
  readonly startedBy: string
  readonly createdAt: Date
  readonly startedAt: Date | undefined
  readonly cancelRequestedAt: Date | undefined
  readonly endedAt: Date | undefined
}

/** A problem with a record, or with one field of it. */
export type Problem = {
  readonly code: string
  readonly message: string
  readonly field?: string
  /** If true, the record is refused. Otherwise it is accepted without the field. */
  readonly fatal: boolean
}

export type RecordProblem = Problem & {
  readonly line: number
  readonly sku: string | undefined
}
