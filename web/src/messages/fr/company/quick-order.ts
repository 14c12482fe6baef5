import type { Translation } from '../../../language/translation.ts'
import type { quickOrder as english } from '../../en/company/quick-order.ts'

export const quickOrder: Translation<typeof english> = {
  title: 'Commande rapide',
  paste: 'Collez des références avec leurs quantités, une par ligne.',
  example: 'TL-SG1008 3',
  find: 'Trouver les articles',
  lines: 'Les lignes',
  typed: 'Ligne {line} : {partNumber}',
  'status.ambiguous': 'Plusieurs articles sont possibles. Choisissez-en un.',
  'status.unknown': 'Cette référence est inconnue. Est-ce celui-ci ?',
  'status.invalid': 'Est-ce celui-ci ?',
  nothing: 'Cette référence est inconnue.',
  'problem.line_too_long': 'La ligne est trop longue.',
  'problem.part_number_missing': 'La référence manque.',
  'problem.quantity_invalid': 'La quantité n’est pas valide.',
  'problem.quantity_not_whole': 'Ce produit se vend en unités entières.',
  add: '{count, plural, one {Mettre # ligne dans le panier} other {Mettre # lignes dans le panier}}',
}
