/**
 * The readers of catalogue files alone, for a child process that may read no files and load no native package. They use no other
 * module.
 */

export { decodePieces, peekPieces } from '#platform/csv'
export { fieldOfHeader, headerKey, shownNameOf } from './columns.ts'
export { formatOfContent, formatOfMediaType } from './detect-format.ts'
export type { ImportedProduct } from './imported-product.ts'
export { type Normalised, normalise } from './normalise.ts'
export { recordOfObject } from './read-json-lines.ts'
export { xmlEncodingOf } from './read-xml.ts'
export type { ReaderOptions } from './reader-options.ts'
export { openReader } from './readers.ts'
export { FileMalformed, type RawFields, type RawRecord, type Reading } from './record.ts'
export type { ShownFields } from './shown-fields.ts'
export { type TableReader, type TableRow, tableReader } from './table-records.ts'
export { type Tax, taxOf } from './tax-words.ts'
export { localName, type XmlItem, type XmlNode, xmlItems } from './xml-items.ts'
