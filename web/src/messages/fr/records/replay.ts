import type { Translation } from '../../../language/translation.ts'
import type { replay as english } from '../../en/records/replay.ts'

export const replay: Translation<typeof english> = {
  title: 'Renvoi {id}',
  kinds: 'Types d’événements',
  matched: 'Événements correspondants',
  atLeast: 'au moins {matched, number}',
  succeeded: 'Arrivées',
  waiting: 'Encore en attente',
  failed: 'Abandonnées ou expirées',
  rate: 'Rythme',
  perSecond: '{events, number} par seconde',
  started: 'Commencé',
}
