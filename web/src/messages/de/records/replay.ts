import type { Translation } from '../../../language/translation.ts'
import type { replay as english } from '../../en/records/replay.ts'

export const replay: Translation<typeof english> = {
  title: 'Erneute Zustellung {id}',
  kinds: 'Arten von Ereignissen',
  matched: 'Passende Ereignisse',
  atLeast: 'mindestens {matched, number}',
  succeeded: 'Angekommen',
  waiting: 'Noch wartend',
  failed: 'Aufgegeben oder abgelaufen',
  rate: 'Tempo',
  perSecond: '{events, number} pro Sekunde',
  started: 'Begonnen',
}
