import type { Translation } from '../../../language/translation.ts'
import type { cart as english } from '../../en/company/cart.ts'

export const cart: Translation<typeof english> = {
  added:
    '{count, plural, one {# ligne est dans votre panier.} other {# lignes sont dans votre panier.}}',
  title: 'Votre panier',
  empty: 'Votre panier est vide. Trouvez ce qu’il vous faut dans le <link>catalogue</link>.',
  others: 'Vos autres paniers',
  unit: 'Acheter pour cette unité',
  usualUnit: 'Celle pour laquelle vous achetez d’habitude',
  lostUnit: 'Une unité pour laquelle vous ne pouvez plus acheter',
  summary: 'Récapitulatif',
  locked: 'Une commande en cours bloque ce panier. Rien ne peut y changer avant sa fin.',
  lockedLink: 'Voir la commande en cours',
  remove: 'Retirer',
  removeOf: 'Retirer {name}',
  each: '{price} l’unité',
  changedElsewhere: 'La quantité a été modifiée ailleurs. Elle est maintenant de {quantity}.',
  setTo: 'La fixer à {quantity}',
  goods: 'Marchandises',
  discount: 'Remise',
  shipping: 'Livraison',
  tax: 'Taxe',
  taxOf: 'Taxe, {rate} % de {base}',
  total: 'Total',
  unknown: 'pas encore connu',
  checkOut: 'Commander',
  solveFirst: 'Réglez d’abord les problèmes ci-dessus.',
  reservesNothing:
    'Le panier ne réserve rien. La commande réserve les marchandises pendant 15 minutes.',
  requester: 'Les acheteurs de votre entreprise commandent ce que vous demandez.',
  requisitionTitle: 'À quoi cela sert-il ?',
  submitRequisition: 'Soumettre la demande d’achat',
}
