import type { Translation } from '../../../language/translation.ts'
import type { waiting as english } from '../../en/company/waiting.ts'

export const waiting: Translation<typeof english> = {
  bell: '{count, plural, =0 {Nichts wartet auf Sie} one {# Vorgang wartet auf Sie} other {# Vorgänge warten auf Sie}}',
  title: 'Wartet auf Sie',
  none: 'Zurzeit wartet nichts auf Sie.',
  all: 'Alle ansehen',
  'kind.approvals': 'Bestellungen zu genehmigen',
  'kind.returnedOrders': 'Ihre Bestellungen, zur Änderung zurückgegeben',
  'kind.returnedRequisitions': 'Ihre Anforderungen, zur Änderung zurückgegeben',
  'kind.requisitions': 'Anforderungen zu beschaffen',
  'kind.decisions': 'Änderungen von Lieferanten zu entscheiden',
  'kind.payments': 'Änderungen von Bestellungen zu bezahlen',
  'kind.sales': 'Bestellungen von Kunden zu beantworten',
  'kind.tickets': 'Beantwortete Fragen',
}
