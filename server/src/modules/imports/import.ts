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

/** How a file is to be read. What is absent is detected, or stays as it is. */
export type ImportOptions = {
  readonly format?: ImportFormat
  /** Products of the supplier that the file does not name are discontinued. */
  readonly replace: boolean
  /** But not more than this share of those on sale. */
  readonly discontinueMaxPercent: number
  /** Of prices that name none. */
  readonly currency?: string
  /** Of texts: which are taken where a file has several, and what they are where it does not say. Two letters. */
  readonly language?: string
  readonly delimiter?: string
  readonly encoding?: string
  /** Column of a CSV file to the field that it is. */
  readonly mapping?: Readonly<Record<string, string>>
}

export type ImportCounts = {
  readonly records: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly discontinued: number
  /** Everything complained about, also what did not keep a record out. */
  readonly problems: number
}

export type CatalogImport = {
  readonly id: Id<'imp'>
  /** Whose products they are. */
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

/** What is wrong with a record, or with one field of it. */
export type Problem = {
  readonly code: string
  readonly message: string
  readonly field?: string
  /** Keeps the record out. Else it is taken without what is complained about. */
  readonly fatal: boolean
}

export type RecordProblem = Problem & {
  readonly line: number
  readonly sku: string | undefined
}
