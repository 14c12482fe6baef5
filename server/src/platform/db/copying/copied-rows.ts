import {
  type GrowingBuffer,
  reserve,
  skipLength,
  writeInt16,
  writeInt32,
  writeInt64,
  writeLength,
  writeSizedText,
} from './growing-buffer.ts'

/**
 * Rows in the binary format of COPY (PostgreSQL, "COPY, File Formats, Binary Format"). Nothing is escaped here and parsed there,
 * which for many rows is a large part of the work on both sides.
 *
 * A row begins with the number of its columns, and a column with its length. Both are known only after the last byte is written,
 * so their bytes are left free and filled in afterwards.
 */
export type CopiedRows = {
  /** How many rows have begun. */
  count(): number
  /** Begins a row. All of its columns must follow, in their order. */
  row(): void
  /** Writes a null. */
  empty(): void
  /** `text`. Here and below, undefined is written as null. */
  text(value: string | undefined): void
  /** `text[]` */
  texts(values: readonly string[]): void
  /** `jsonb`, as JSON.stringify writes it. */
  json(text: string | undefined): void
  /** `integer` */
  integer(value: number | undefined): void
  /** `bigint`, of a safe integer. */
  bigint(value: number): void
  /** `real` */
  real(value: number): void
  /** `numeric`, of a decimal that is not negative, without an exponent: `12.50`. */
  numeric(decimal: string | undefined): void
  /** `boolean` */
  flag(value: boolean): void
  /** `date`, `2026-01-31`. */
  day(value: string): void
  /** `timestamptz` */
  instant(value: Date): void
  /** A value that the caller has encoded in the binary format of its type. */
  bytes(value: Uint8Array): void
  /** The number of bytes that `piece` would return now. */
  size(): number
  /** Takes the rows so far, as a message to send. Later rows are in a message of their own. */
  piece(): Uint8Array
  /** Takes the remaining rows and the end of the copy, as messages to send. Nothing may be added afterwards. */
  messages(): Uint8Array
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** A message begins with its kind and its length. */
const headBytes = 5
const copyData = 0x64
const copyDone = 0x63
const textOid = 25
const jsonbVersion = 1
/** Days and instants are counted from the first of January 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000
const noRow = -1

export function createCopiedRows(bytesExpected = 65_536): CopiedRows {
  const copy = openCopy(bytesExpected)
  return {
    count: () => copy.rows,
    row: () => beginRow(copy),
    empty: () => writeNull(copy),
    text: (value) => (value === undefined ? writeNull(copy) : writeText(copy, value)),
    texts: (values) => writeTexts(copy, values),
    json: (text) => (text === undefined ? writeNull(copy) : writeJson(copy, text)),
    integer: (value) => (value === undefined ? writeNull(copy) : writeInteger(copy, value)),
    bigint: (value) => writeBigint(copy, value),
    real: (value) => writeReal(copy, value),
    numeric: (decimal) => (decimal === undefined ? writeNull(copy) : writeNumeric(copy, decimal)),
    flag: (value) => writeFlag(copy, value),
    day: (value) => writeInteger(copy, (Date.parse(`${value}T00:00:00Z`) - epochMs) / dayMs),
    instant: (value) => writeBigint(copy, (value.getTime() - epochMs) * 1_000),
    bytes: (value) => writeBytes(copy, value),
    size: () => copy.at,
    piece: () => takePiece(copy),
    messages: () => endCopy(copy),
  }
}

type Copy = GrowingBuffer & {
  /** How many rows have begun. */
  rows: number
  /** The position of the column count of the open row. */
  rowAt: number
  /** The number of columns of the open row so far. */
  columns: number
}

function openCopy(bytesExpected: number): Copy {
  const bytes = Buffer.allocUnsafe(bytesExpected)
  const copy: Copy = { bytes, at: 0, rows: 0, rowAt: noRow, columns: 0 }
  reserve(copy, headBytes + signature.length)
  copy.at += headBytes
  copy.at += signature.copy(copy.bytes, copy.at)
  return copy
}

function beginRow(copy: Copy): void {
  endRow(copy)
  reserve(copy, 2)
  copy.rowAt = copy.at
  copy.at += 2
  copy.columns = 0
  copy.rows += 1
}

function endRow(copy: Copy): void {
  if (copy.rowAt === noRow) return
  copy.bytes[copy.rowAt] = copy.columns >> 8
  copy.bytes[copy.rowAt + 1] = copy.columns
  copy.rowAt = noRow
}

function takePiece(copy: Copy): Uint8Array {
  endRow(copy)
  endMessage(copy)
  const piece = copy.bytes.subarray(0, copy.at)
  copy.bytes = Buffer.allocUnsafe(copy.bytes.length)
  copy.at = headBytes
  return piece
}

function endCopy(copy: Copy): Uint8Array {
  endRow(copy)
  reserve(copy, 2 + headBytes)
  writeInt16(copy, -1)
  endMessage(copy)
  copy.bytes[copy.at] = copyDone
  copy.at += 1
  writeInt32(copy, 4)
  return copy.bytes.subarray(0, copy.at)
}

/** Everything in the buffer becomes one message. */
function endMessage(copy: Copy): void {
  copy.bytes[0] = copyData
  const end = copy.at
  copy.at = 1
  writeInt32(copy, end - 1)
  copy.at = end
}

function writeNull(copy: Copy): void {
  copy.columns += 1
  reserve(copy, 4)
  writeInt32(copy, -1)
}

function writeText(copy: Copy, value: string): void {
  copy.columns += 1
  writeSizedText(copy, value)
}

function writeTexts(copy: Copy, values: readonly string[]): void {
  copy.columns += 1
  reserve(copy, 4 + 5 * 4)
  const lengthAt = skipLength(copy)
  writeInt32(copy, values.length === 0 ? 0 : 1)
  writeInt32(copy, 0)
  writeInt32(copy, textOid)
  if (values.length > 0) {
    writeInt32(copy, values.length)
    writeInt32(copy, 1)
    for (const value of values) writeSizedText(copy, value)
  }
  writeLength(copy, lengthAt)
}

function writeJson(copy: Copy, text: string): void {
  copy.columns += 1
  reserve(copy, 5 + text.length * 3)
  const lengthAt = skipLength(copy)
  copy.bytes[copy.at] = jsonbVersion
  copy.at += 1
  copy.at += copy.bytes.write(text, copy.at)
  writeLength(copy, lengthAt)
}

/** Begins a column of so many bytes. */
function beginFixed(copy: Copy, bytes: number): void {
  copy.columns += 1
  reserve(copy, 4 + bytes)
  writeInt32(copy, bytes)
}

function writeInteger(copy: Copy, value: number): void {
  beginFixed(copy, 4)
  writeInt32(copy, value)
}

function writeBigint(copy: Copy, value: number): void {
  beginFixed(copy, 8)
  writeInt64(copy, value)
}

function writeReal(copy: Copy, value: number): void {
  beginFixed(copy, 4)
  copy.at = copy.bytes.writeFloatBE(value, copy.at)
}

function writeFlag(copy: Copy, value: boolean): void {
  beginFixed(copy, 1)
  copy.bytes[copy.at] = value ? 1 : 0
  copy.at += 1
}

function writeBytes(copy: Copy, value: Uint8Array): void {
  beginFixed(copy, value.length)
  copy.bytes.set(value, copy.at)
  copy.at += value.length
}

function writeNumeric(copy: Copy, decimal: string): void {
  const { digits, weight, scale } = digitsOf(decimal)
  beginFixed(copy, 8 + digits.length * 2)
  writeInt16(copy, digits.length)
  writeInt16(copy, weight)
  writeInt16(copy, 0)
  writeInt16(copy, scale)
  for (const digit of digits) writeInt16(copy, digit)
}

/** The digits in base 10,000: the first one counts `10000 ** weight`. `scale` is the number of decimals to show. */
function digitsOf(decimal: string) {
  const point = decimal.indexOf('.')
  const whole = point === -1 ? decimal : decimal.slice(0, point)
  const fraction = point === -1 ? '' : decimal.slice(point + 1)
  const groups = Math.ceil(whole.length / 4)
  const padded =
    whole.padStart(groups * 4, '0') + fraction.padEnd(Math.ceil(fraction.length / 4) * 4, '0')
  const digits: number[] = []
  for (let at = 0; at < padded.length; at += 4) digits.push(Number(padded.slice(at, at + 4)))
  return { digits, weight: groups - 1, scale: fraction.length }
}
