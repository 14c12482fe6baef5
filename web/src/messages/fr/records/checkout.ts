import type { Translation } from '../../../language/translation.ts'
import type { checkout as english } from '../../en/records/checkout.ts'

export const checkout: Translation<typeof english> = {
  title: 'Passage de commande {id}',
  'state.RESERVED': 'Réservé, le paiement n’a pas commencé',
  'state.PAYMENT_INITIATED_CART_RECONCILING': 'Attend son paiement',
  'state.COMPLETED': 'Terminé',
  'state.CANCELLED': 'Annulé',
  'state.EXPIRED': 'Expiré',
  'state.FAILED': 'Échoué',
  stuck: 'Bloqué depuis',
  failure: 'Motif de l’échec',
  buyer: 'Lancé par',
  reservedUntil: 'Réservé jusqu’au',
  'timeline.reserved': 'Stock réservé',
  retry: 'Réessayer maintenant',
  retryOf: 'Réessayer {id}',
  retrySure: 'Interroger le prestataire, puis terminer ou clore',
  cancel: 'Annuler le passage de commande',
  cancelOf: 'Annuler {id}',
  cancelNow: 'Annuler',
  cancelEffect:
    'Les articles réservés sont libérés et un paiement ouvert est annulé. S’il a été payé entre-temps, la commande est passée quand même. L’acheteur reçoit un e-mail.',
}
