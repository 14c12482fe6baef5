export { CsvMalformed, type CsvRow, type CsvRows, openCsvRows } from './csv-rows.ts'
export { decoded, encodingOf, peeked } from './decode-text.ts'
