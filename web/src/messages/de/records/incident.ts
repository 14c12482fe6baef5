import type { Translation } from '../../../language/translation.ts'
import type { incident as english } from '../../en/records/incident.ts'

export const incident: Translation<typeof english> = {
  title: 'Vorfall {id}',
  'status.firing': 'Aktiv',
  'status.resolved': 'Behoben',
  notices: 'Alarme',
  details: 'Einzelheiten',
  silencedUntil: 'Stummgeschaltet',
  silenced: 'bis {time}: {note}',
  silence: 'Stummschalten',
  silenceOf: '{id} stummschalten',
  silenceNow: 'Speichern',
  silenceEffect:
    'Wiederholungen senden bis dahin keinen Alarm. Wird es schlimmer, kommt der Alarm trotzdem.',
  for: 'Wie lange',
  'for.60': 'Eine Stunde',
  'for.240': 'Vier Stunden',
  'for.1440': 'Einen Tag',
  'for.10080': 'Eine Woche',
  'for.0': 'Stummschaltung beenden',
  'timeline.fired': 'Zum ersten Mal gesehen',
  'timeline.noticed': 'Letzter Alarm',
  'timeline.seen': 'Zuletzt gesehen',
  'timeline.resolved': 'Vom Dienst behoben',
}
