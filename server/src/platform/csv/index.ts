export { CsvMalformed, type CsvRow, type CsvRows, openCsvRows } from './csv-rows.ts'
export { decodePieces, encodingOf, peekPieces } from './decode-text.ts'
