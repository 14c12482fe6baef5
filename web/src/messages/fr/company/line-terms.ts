import type { Translation } from '../../../language/translation.ts'
import type { lineTerms as english } from '../../en/company/line-terms.ts'

export const lineTerms: Translation<typeof english> = {
  open: 'Date, adresse et centres de coûts',
  openOf: 'Date, adresse et centres de coûts de {name}',
  date: 'Jour de livraison (facultatif)',
  address: 'Adresse (facultatif)',
  addressOfOrder: 'Celle de la commande',
  unseenAddress: 'Une adresse que vous ne voyez pas',
  to: 'Destination : {address}',
  dividedBy: 'Les parts sont en',
  'kind.percent': 'pour cent',
  'kind.quantity': 'quantité',
  percent: '{percent} %',
  part: 'Part {place}',
  addPart: 'Ajouter une part',
  removePart: 'Retirer la part {place}',
  share: 'Part',
  'code.costCenter': 'Centre de coûts',
  'code.glAccount': 'Compte général',
  'code.project': 'Projet',
}
