import { readTerms, type TermsInJson, viewTerms } from '../proposals/terms-view.ts'
import type { ChangedTerms, VersionChanges } from './version.ts'

/** Changes as the timeline stores them. */
export type StoredChanges = Omit<VersionChanges, 'lines'> & {
  readonly lines: readonly (Omit<ChangedTerms, 'before' | 'after'> & {
    readonly before: TermsInJson
    readonly after: TermsInJson
  })[]
}

export function storeChanges({ lines, ...changes }: VersionChanges): StoredChanges {
  return {
    ...changes,
    lines: lines.map(({ before, after, ...line }) => ({
      ...line,
      before: viewTerms(before),
      after: viewTerms(after),
    })),
  }
}

export function readChanges({ lines, ...changes }: StoredChanges): VersionChanges {
  return {
    ...changes,
    lines: lines.map(({ before, after, ...line }) => ({
      ...line,
      before: readTerms(before),
      after: readTerms(after),
    })),
  }
}
