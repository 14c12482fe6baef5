import assert from 'node:assert/strict'
import pg from 'pg'

/** How values of PostgreSQL are parsed. Set for each pool, so that other users of `pg` are not affected. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
}

const oids = {
  int8: 20,
  date: 1082,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
}
const textArray: number = 1009

const parsers = new Map<number, (text: string) => unknown>([
  [oids.int8, safeInteger],
  // The day as it was written. A `Date` would be another day east of Greenwich.
  [oids.date, asWritten],
  [oids.numeric, asWritten],
  [
    oids.int8Array,
    (text) => textsOf(text).map((item) => (item === null ? null : safeInteger(item))),
  ],
  [oids.dateArray, textsOf],
  [oids.numericArray, textsOf],
])

/** An `int8` becomes a number only if a number can hold it. A rounded amount would be worse than an error. */
function safeInteger(text: string): number {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `int8 ${text} does not fit a safe integer`)
  return value
}

function asWritten(text: string): string {
  return text
}

function textsOf(text: string): (string | null)[] {
  return pg.types.getTypeParser(textArray, 'text')(text)
}
