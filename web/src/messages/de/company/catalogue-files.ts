import type { Translation } from '../../../language/translation.ts'
import type { catalogueFiles as english } from '../../en/company/catalogue-files.ts'

export const catalogueFiles: Translation<typeof english> = {
  title: 'Katalogdateien',
  preview: 'Datei erst ansehen',
  import: 'Datei importieren',
  arrival: 'Wie viel der Datei angekommen ist',
  previewOf: 'Die ersten Produkte der Datei ({format})',
  unread: 'Kein Feld hat diese Namen, daher werden die Spalten nicht gelesen: {names}',
  line: 'Zeile',
  sku: 'Artikelnummer',
  values: 'Was das Produkt erhält',
  field: 'Feld',
  problem: 'Problem',
  effect: 'Folge',
  history: 'Importe',
  none: 'Noch keine Datei wurde importiert.',
  sentAt: 'Gesendet',
  state: 'Status',
  importOf: 'Import vom {time}',
  all: 'Alle Importe',
  export: 'Ihre Produkte als Datei',
  'format.csv': 'CSV',
  'format.jsonl': 'JSON Lines',
  'format.bmecat': 'BMEcat',
  'format.google': 'Google Merchant',
}
