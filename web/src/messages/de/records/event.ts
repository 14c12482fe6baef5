import type { Translation } from '../../../language/translation.ts'
import type { event as english } from '../../en/records/event.ts'

export const event: Translation<typeof english> = {
  title: 'Ereignis {id}',
  type: 'Was geschah',
  about: 'Datensatz',
  occurred: 'Zeit',
  sequence: 'Nummer im Unternehmen',
  data: 'Daten',
}
