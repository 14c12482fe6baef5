import { type ChosenRows, readChoices } from '../lists/choices.ts'

/** What the address of a record's page says about its lists. */
export type RecordSearch = ChosenRows<'deliveries' | 'runs'> & {
  readonly event?: string
  readonly tab?: string
}

const readRows = readChoices('deliveries', 'runs')

export function readRecordSearch(search: Readonly<Record<string, unknown>>): RecordSearch {
  const event = String(search.event ?? '').trim()
  const tab = String(search.tab ?? '').trim()
  return { ...readRows(search), ...(event !== '' && { event }), ...(tab !== '' && { tab }) }
}
