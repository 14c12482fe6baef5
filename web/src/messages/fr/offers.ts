import type { Translation } from '../../language/translation.ts'
import type { offers as english } from '../en/offers.ts'

export const offers: Translation<typeof english> = {
  title: 'Demandes d’offre à traiter',
  none: 'Aucune demande d’offre n’attend de réponse.',
  offer: 'Offre',
  shownPrice: 'Prix sur la page',
  noPrice: 'aucun prix',
  'tax.unknown': 'taxe non précisée',
  'tax.included': 'taxe comprise',
  'tax.excluded': 'hors taxe',
  quantity: 'Quantité',
  buyer: 'Acheteur',
  answer: 'Répondre',
  confirm: 'Confirmer : le fournisseur vend à ce prix.',
  decline: 'Refuser : il n’y a pas d’offre.',
  unitPrice: 'Prix d’une unité, hors taxe',
  currency: 'Devise',
  validUntil: 'Dernier jour du prix (UTC)',
  leadTimeDays: 'Jours jusqu’à l’expédition',
  reason: 'Raison, que l’acheteur lit',
  incomplete: 'Saisissez le prix, la devise, le dernier jour et les jours jusqu’à l’expédition.',
  confirmed: '{name} est confirmée. L’acheteur peut commander.',
  declined: 'La demande de {name} est refusée.',
}
