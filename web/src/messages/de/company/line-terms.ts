import type { Translation } from '../../../language/translation.ts'
import type { lineTerms as english } from '../../en/company/line-terms.ts'

export const lineTerms: Translation<typeof english> = {
  open: 'Termin und Kostenstellen',
  openOf: 'Termin und Kostenstellen von {name}',
  date: 'Liefertag (optional)',
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
