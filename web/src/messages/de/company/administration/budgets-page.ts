import type { Translation } from '../../../../language/translation.ts'
import type { budgetsPage as english } from '../../../en/company/administration/budgets-page.ts'

export const budgetsPage: Translation<typeof english> = {
  budgets: 'Budgets von Kostenstellen und Einheiten',
  limits: 'Ausgabengrenzen von Personen',
  'none.budgets':
    'Das Unternehmen hat kein Budget. Nichts begrenzt die Ausgaben von Kostenstellen und Einheiten.',
  'none.spending-limits': 'Das Unternehmen hat keine Ausgabengrenze einer Person.',
  noneOfUnit: 'Kein Budget nennt diese Einheit.',
  addBudget: 'Budget hinzufügen',
  addLimit: 'Ausgabengrenze hinzufügen',
  for: 'Für',
  eachPerson: 'Jede Person',
  person: 'Person',
  costCenter: 'Kostenstelle (mit einer Einheit optional)',
  period: 'Zeitraum',
  periodHint:
    'Jeder Zeitraum beginnt um Mitternacht in der Zeitzone Ihrer Firma mit dem vollen Betrag.',
  since: '{period}, seit {day}',
  'period.DAY': 'Tag',
  'period.WEEK': 'Woche',
  'period.MONTH': 'Monat',
  'period.QUARTER': 'Quartal',
  'period.YEAR': 'Jahr',
  use: 'Verbrauch in diesem Zeitraum',
  unused: 'Von {limit} ist nichts ausgegeben.',
  usage: 'Ausgegeben {spent}, vorgemerkt {held}, frei {left} von {limit}',
  limitIn: 'Betrag je Zeitraum, in {currency}',
  soft: 'Bestellungen darüber sind möglich, wenn jemand sie genehmigt',
  isSoft: 'Darüber entscheidet eine Genehmigung',
  changeEffect: 'Die Änderung gilt für spätere Bestellungen.',
  endEffect: 'Es begrenzt nichts mehr. Seine Einträge bleiben.',
  reopenEffect: 'Es begrenzt spätere Bestellungen wieder.',
}
