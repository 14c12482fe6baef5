import type { Translation } from '../../../../language/translation.ts'
import type { invoicesPage as english } from '../../../en/company/administration/invoices-page.ts'

export const invoicesPage: Translation<typeof english> = {
  title: 'Rechnungen',
  none: 'Keine Rechnung passt. Lieferanten berechnen, was sie versenden.',
  anySupplier: 'Alle Lieferanten',
  requester: 'Angefordert von',
  anyRequester: 'Alle',
  noNumber: 'Noch keine Nummer',
  'state.ISSUED': 'Ausgestellt',
  'state.WAITING': 'Wartet auf Angaben des Lieferanten',
  'state.WAIVED': 'Nicht ausgestellt',
}
