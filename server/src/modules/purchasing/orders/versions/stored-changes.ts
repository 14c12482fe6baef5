import { type ChangedInJson, readChanged, storeChanged } from '../proposals/terms-view.ts'
import type { ChangedTerms, VersionChanges } from './version.ts'

/** Changes as the timeline stores them. */
export type StoredChanges = Omit<VersionChanges, 'lines'> & {
  readonly lines: readonly ChangedInJson<ChangedTerms>[]
}

export function storeChanges({ lines, ...changes }: VersionChanges): StoredChanges {
  return { ...changes, lines: lines.map(storeChanged) }
}

export function readChanges({ lines, ...changes }: StoredChanges): VersionChanges {
  return { ...changes, lines: lines.map(readChanged<ChangedTerms>) }
}
