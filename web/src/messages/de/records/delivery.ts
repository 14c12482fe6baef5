import type { Translation } from '../../../language/translation.ts'
import type { delivery as english } from '../../en/records/delivery.ts'

export const delivery: Translation<typeof english> = {
  title: 'Zustellung {id}',
  heldBecause: 'Zurückgehalten, weil',
  event: 'Ereignis',
  created: 'Erstellt',
  finished: 'Beendet',
  nextAttempt: 'Nächster Versuch',
  replayOf: 'Wiederholt',
  replaySure: 'Das Ereignis unter seiner ID erneut senden',
  'attempts.title': 'Versuche',
  'attempts.none': 'Noch wurde nichts gesendet.',
  'attempts.attempt': 'Versuch',
  'attempts.outcome': 'Ergebnis',
  'attempts.took': 'Dauer',
  'attempts.answer': 'Anfrage und Antwort',
  'attempts.show': 'Anzeigen',
  'attempts.empty': 'Die Antwort war leer.',
  'trigger.SCHEDULED': 'Vom Dienst',
  'trigger.MANUAL': 'Durch eine erneute Zustellung',
  'error.unreachable': 'Der Empfänger war nicht erreichbar.',
  'error.timeout': 'Der Empfänger brauchte zu lange.',
  'error.tls': 'Das Zertifikat wurde nicht akzeptiert.',
  'error.broken_answer': 'Die Antwort war fehlerhaft.',
  'error.redirect': 'Der Empfänger leitete die Anfrage um.',
  'error.status': 'Der Empfänger lehnte ab.',
}
