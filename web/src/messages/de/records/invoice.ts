import type { Translation } from '../../../language/translation.ts'
import type { invoice as english } from '../../en/records/invoice.ts'

export const invoice: Translation<typeof english> = {
  title: 'Rechnung {id}',
  kind: 'Dokument',
  'kind.INVOICE': 'Rechnung',
  'kind.CREDIT_NOTE': 'Gutschrift',
  number: 'Nummer',
  'state.WAITING': 'Noch nicht ausgestellt',
  'state.ISSUED': 'Ausgestellt',
  'state.WAIVED': 'Entfallen',
  missing: 'Fehlende Angaben',
  buyer: 'Käufer',
  precedes: 'Zu den Rechnungen',
  net: 'Ohne Steuer',
  tax: 'Steuer',
  documents: 'Herunterladen',
  waits:
    'Dem Dokument fehlen Angaben des Lieferanten oder seine Rechnung. Sobald sie da sind, stellt der Dienst es innerhalb von zehn Minuten aus.',
  waive: 'Auf die Gutschrift verzichten',
  waiveOf: 'Auf die Gutschrift {id} verzichten',
  quantity: 'Menge',
  unitPrice: 'Stückpreis',
  'timeline.created': 'Angelegt',
  ofCompany: 'Rechnungen an das Unternehmen',
  ofOrder: 'Rechnungen zur Bestellung',
  none: 'Es gibt noch keine Rechnung.',
  translations: 'Übersetzungen (PDF)',
  pdf: 'PDF',
  ubl: 'UBL',
}
