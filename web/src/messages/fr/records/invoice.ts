import type { Translation } from '../../../language/translation.ts'
import type { invoice as english } from '../../en/records/invoice.ts'

export const invoice: Translation<typeof english> = {
  title: 'Facture {id}',
  kind: 'Document',
  'kind.INVOICE': 'Facture',
  'kind.CREDIT_NOTE': 'Avoir',
  number: 'Numéro',
  'state.WAITING': 'Pas encore émise',
  'state.ISSUED': 'Émise',
  'state.WAIVED': 'Abandonnée',
  missing: 'Informations manquantes',
  buyer: 'Acheteur',
  precedes: 'Crédite les factures',
  net: 'Hors taxe',
  tax: 'Taxe',
  documents: 'Télécharger',
  waits:
    'Le document attend des informations de son fournisseur ou sa facture. Le service l’émet dans les dix minutes qui suivent leur arrivée.',
  waive: 'Renoncer à l’avoir',
  waiveOf: 'Renoncer à l’avoir {id}',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  'timeline.created': 'Créée',
  ofCompany: 'Factures à l’entreprise',
  ofOrder: 'Factures de la commande',
  none: 'Il n’y a pas encore de facture.',
  translations: 'Traductions (PDF)',
  pdf: 'PDF',
  ubl: 'UBL',
}
