import type { Publishing } from './publish.ts'
import type { SearchRecord } from './search-record.ts'

export type Running = Publishing & {
  readonly search: SearchRecord
  /** Called when the catalogue has ended: what is left mostly waits. */
  readonly onCatalogEnded?: () => void
}
