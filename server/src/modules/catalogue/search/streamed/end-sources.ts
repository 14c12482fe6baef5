import {
  type NewEvent,
  type SearchRecord,
  type SourceName,
  type SourceProgress,
  type Sources,
  sourceNames,
} from './search-record.ts'

/** Ends the sources that still run when their search ends, and returns the events for it. */
export function endSources(
  { sources }: Pick<SearchRecord, 'sources'>,
  status: 'failed' | 'cancelled',
): { readonly sources: Sources; readonly events: readonly NewEvent[] } {
  const events: NewEvent[] = []
  const ended: Partial<Record<SourceName, SourceProgress>> = { ...sources }
  for (const source of sourceNames) {
    const progress = sources[source]
    if (progress?.status !== 'running') continue
    const { found, match } = progress
    ended[source] = { status, found, ...(match && { match }) }
    events.push({ kind: 'source', data: { source, status, found } })
  }
  return { sources: ended, events }
}
