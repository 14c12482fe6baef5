import type { Translation } from '../../../../language/translation.ts'
import type { firstDay as english } from '../../../en/company/administration/first-day.ts'

export const firstDay: Translation<typeof english> = {
  title: 'Erste Schritte ({done, number} von {all, number} erledigt)',
  'step.address': 'Erste Adresse hinzufügen',
  'step.vatId': 'USt-IdNr. eintragen',
  'step.people': 'Personen einladen',
  'step.approvalRule': 'Festlegen, wer Bestellungen genehmigt',
  'step.order': 'Erste Bestellung aufgeben',
  done: 'Erledigt',
  'why.address': 'Dorthin senden Lieferanten Ihre Ware.',
  'why.vatId': 'Rechnungen nennen sie, und sie entscheidet über Steuern.',
  'why.people': 'Sie bestellen, genehmigen oder lesen für das Unternehmen.',
  'why.approvalRule': 'Ohne Regel wird niemand gefragt.',
  'why.order': 'Suchen Sie unten, oder fügen Sie eine Liste von Artikelnummern ein.',
  putAway: 'Nicht mehr anzeigen',
}
