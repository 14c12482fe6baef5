import type { Translation } from '../../../language/translation.ts'
import type { delivery as english } from '../../en/records/delivery.ts'

export const delivery: Translation<typeof english> = {
  title: 'Livraison {id}',
  heldBecause: 'Retenue parce que',
  event: 'Événement',
  created: 'Créée',
  finished: 'Terminée',
  nextAttempt: 'Prochaine tentative',
  replayOf: 'Répète',
  replaySure: 'Renvoyer l’événement sous son identifiant',
  'attempts.title': 'Tentatives',
  'attempts.none': 'Rien n’a encore été envoyé.',
  'attempts.attempt': 'Tentative',
  'attempts.outcome': 'Résultat',
  'attempts.took': 'Durée',
  'attempts.answer': 'Requête et réponse',
  'attempts.show': 'Afficher',
  'attempts.empty': 'La réponse était vide.',
  'trigger.SCHEDULED': 'Par le service',
  'trigger.MANUAL': 'Par un renvoi',
  'error.unreachable': 'Le destinataire était injoignable.',
  'error.timeout': 'Le destinataire a mis trop de temps.',
  'error.tls': 'Le certificat n’a pas été accepté.',
  'error.broken_answer': 'La réponse était défectueuse.',
  'error.redirect': 'Le destinataire a redirigé la requête.',
  'error.status': 'Le destinataire a refusé.',
}
