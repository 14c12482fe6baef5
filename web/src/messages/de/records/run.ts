import type { Translation } from '../../../language/translation.ts'
import type { run as english } from '../../en/records/run.ts'

export const run: Translation<typeof english> = {
  title: 'Automatisierungslauf {id}',
  reason: 'Grund',
  chain: 'Automatisierungen davor',
  'conditions.title': 'Bedingung',
  'conditions.none': 'Sie hat keine Bedingung.',
  'conditions.part': 'Teil',
  'conditions.result': 'Ergebnis',
  'steps.title': 'Ausgeführte Aktionen',
  'steps.none': 'Keine Aktion ist ausgeführt.',
  'steps.action': 'Aktion',
  'steps.doneAt': 'Ausgeführt',
  'steps.result': 'Ergebnis',
  'timeline.created': 'Von seinem Ereignis ausgelöst',
}
