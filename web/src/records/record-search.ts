import { type ChosenRows, readChoices } from '../components/choices.ts'

/** What the address of a record's page says about its lists. */
export type RecordSearch = ChosenRows<'deliveries' | 'runs'> & {
  readonly tab?: string
}

const readRows = readChoices('deliveries', 'runs')

export function readRecordSearch(search: Readonly<Record<string, unknown>>): RecordSearch {
  const tab = String(search.tab ?? '').trim()
  return { ...readRows(search), ...(tab !== '' && { tab }) }
}
