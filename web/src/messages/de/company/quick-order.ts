import type { Translation } from '../../../language/translation.ts'
import type { quickOrder as english } from '../../en/company/quick-order.ts'

export const quickOrder: Translation<typeof english> = {
  title: 'Schnellbestellung',
  paste: 'Fügen Sie Teilenummern mit Mengen ein, eine in jeder Zeile.',
  example: 'TL-SG1008 3',
  find: 'Artikel finden',
  lines: 'Die Zeilen',
  typed: 'Zeile {line}: {partNumber}',
  'status.ambiguous': 'Das können mehrere Artikel sein. Wählen Sie einen.',
  'status.unknown': 'Diese Nummer ist unbekannt. Meinen Sie diesen?',
  'status.invalid': 'Ist es dieser?',
  nothing: 'Diese Nummer ist unbekannt.',
  'problem.line_too_long': 'Die Zeile ist zu lang.',
  'problem.part_number_missing': 'Die Teilenummer fehlt.',
  'problem.quantity_invalid': 'Die Menge ist ungültig.',
  'problem.quantity_not_whole': 'Dieses Produkt wird in ganzen Einheiten verkauft.',
  add: '{count, plural, one {# Zeile in den Warenkorb legen} other {# Zeilen in den Warenkorb legen}}',
}
