import type { Translation } from '../../../../language/translation.ts'
import type { addressBook as english } from '../../../en/company/administration/address-book.ts'

export const addressBook: Translation<typeof english> = {
  about:
    'Les adresses par défaut d’une unité valent pour elle et pour les unités situées en dessous. Les autres utilisent celles de l’entreprise.',
  none: 'Le carnet d’adresses est vide. Ajoutez l’adresse à laquelle vos marchandises arrivent.',
  noneOfUnit: 'L’unité n’a pas d’adresse à elle.',
  allUnits: 'L’entreprise et toutes les unités',
  wholeCompany: 'Toute l’entreprise',
  address: 'Adresse',
  default: 'Par défaut',
  shipTo: 'Adresse de livraison',
  billTo: 'Adresse de facturation',
  add: 'Ajouter une adresse',
  label: 'Nom dans le carnet d’adresses',
  labelHint: 'C’est sous ce nom que l’on choisit l’adresse.',
  'field.name': 'Destinataire',
  'field.company': 'Entreprise (facultatif)',
  'field.line1': 'Rue et numéro',
  'field.line2': 'Bâtiment, étage (facultatif)',
  'field.postalCode': 'Code postal',
  'field.city': 'Ville',
  'field.region': 'État ou région (facultatif)',
  'field.country': 'Pays, en deux lettres',
  'field.phone': 'Téléphone (facultatif)',
  'field.email': 'Adresse e-mail (facultatif)',
  changeEffect: 'Les commandes déjà passées gardent leur adresse.',
  delete: 'Supprimer',
  deleteOf: 'Supprimer {name}',
  deleteNow: 'Supprimer l’adresse',
  deleted: '{name} est supprimée du carnet d’adresses.',
}
