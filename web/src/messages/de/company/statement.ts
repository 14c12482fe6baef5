import type { Translation } from '../../../language/translation.ts'
import type { statement as english } from '../../en/company/statement.ts'

export const statement: Translation<typeof english> = {
  title: 'Abrechnung',
  documents: 'Rechnungen und Gutschriften',
  none: 'In diesem Zeitraum wurde nichts ausgestellt.',
  from: 'Von',
  until: 'Bis',
  kind: 'Art',
  anyKind: 'Rechnungen und Gutschriften',
  'kind.INVOICE': 'Rechnung',
  'kind.CREDIT_NOTE': 'Gutschrift',
  'state.ISSUED': 'Ausgestellt',
  'state.WAITING': 'Wartet auf Angaben Ihres Unternehmens',
  'state.WAIVED': 'Nicht ausgestellt',
  order: 'Bestellung',
  issuedOn: 'Ausgestellt',
  dueOn: 'Fällig',
  net: 'Netto',
}
