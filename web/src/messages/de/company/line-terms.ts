import type { Translation } from '../../../language/translation.ts'
import type { lineTerms as english } from '../../en/company/line-terms.ts'

export const lineTerms: Translation<typeof english> = {
  open: 'Termin, Adresse und Kostenstellen',
  openOf: 'Termin, Adresse und Kostenstellen von {name}',
  date: 'Liefertag (optional)',
  address: 'Adresse (optional)',
  addressOfOrder: 'Die der Bestellung',
  unseenAddress: 'Eine Adresse, die Sie nicht sehen',
  to: 'Geht an: {address}',
  dividedBy: 'Die Teile stehen in',
  'kind.percent': 'Prozent',
  'kind.quantity': 'Menge',
  percent: '{percent} %',
  part: 'Teil {place}',
  addPart: 'Teil hinzufügen',
  removePart: 'Teil {place} entfernen',
  share: 'Anteil',
  'code.costCenter': 'Kostenstelle',
  'code.glAccount': 'Sachkonto',
  'code.project': 'Projekt',
}
