import type { Translation } from '../../../language/translation.ts'
import type { incident as english } from '../../en/records/incident.ts'

export const incident: Translation<typeof english> = {
  title: 'Vorfall {id}',
  'status.firing': 'Aktiv',
  'status.resolved': 'Behoben',
  notices: 'Meldungen',
  details: 'Einzelheiten',
  silencedUntil: 'Stummgeschaltet',
  silenced: 'bis {time}: {note}',
  silence: 'Stummschalten',
  silenceOf: '{id} stummschalten',
  silenceNow: 'Speichern',
  silenceEffect:
    'Bis dahin sendet der Dienst bei Wiederholungen keine Meldung. Wird es schlimmer, sendet er trotzdem eine.',
  for: 'Wie lange',
  'for.60': 'Eine Stunde',
  'for.240': 'Vier Stunden',
  'for.1440': 'Einen Tag',
  'for.10080': 'Eine Woche',
  'for.0': 'Stummschaltung beenden',
  'timeline.fired': 'Zum ersten Mal gesehen',
  'timeline.noticed': 'Letzte Meldung',
  'timeline.seen': 'Zuletzt gesehen',
  'timeline.resolved': 'Vom Dienst behoben',
}
