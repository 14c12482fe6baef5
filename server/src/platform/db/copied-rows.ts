/**
 * Rows in the binary form in which COPY takes them (PostgreSQL, "COPY, File Formats, Binary Format"): nothing is escaped
 * here and parsed there, which for many rows is a good part of the work of both.
 */
export type CopiedRows = {
  /** How many have begun. */
  count(): number
  /** A row begins: all of its columns follow, in their order. */
  row(): void
  empty(): void
  /** `text`; undefined is null, here and below. */
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
  /** Of a type whose binary form somebody else has made. */
  bytes(value: Uint8Array): void
  /** Bytes of what would be sent by now. */
  size(): number
  /** What is sent of those so far; what follows is sent by itself. */
  piece(): Uint8Array
  /** What is sent of the others, once: nothing may be added afterwards. */
  messages(): Uint8Array
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Of a message: its kind and its length. */
const headBytes = 5
const textOid = 25
/** Days and instants are counted from the first of January 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000

export function createCopiedRows(bytesExpected = 65_536): CopiedRows {
  let buffer = Buffer.allocUnsafe(bytesExpected)
  let at = 0
  let rows = 0
  /** Of the row that is being written. */
  let columns = 0
  let rowAt = noRow

  const reserve = (bytes: number): void => {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  const int16 = (value: number): void => {
    buffer[at] = value >> 8
    buffer[at + 1] = value
    at += 2
  }
  const int32 = (value: number): void => {
    buffer[at] = value >> 24
    buffer[at + 1] = value >> 16
    buffer[at + 2] = value >> 8
    buffer[at + 3] = value
    at += 4
  }
  const int64 = (value: number): void => {
    int32(Math.floor(value / 2 ** 32))
    int32(value | 0)
  }
  /** The length of what was written from `start` on, for which room was left there. */
  const close = (start: number): void => {
    const end = at
    at = start
    int32(end - start - 4)
    at = end
  }
  const sized = (text: string): void => {
    reserve(4 + text.length * 3)
    const start = at
    at += 4
    at += buffer.write(text, at)
    close(start)
  }
  const closeRow = (): void => {
    if (rowAt === noRow) return
    buffer[rowAt] = columns >> 8
    buffer[rowAt + 1] = columns
    rowAt = noRow
  }
  /** All so far is one message. */
  const closeMessage = (): void => {
    const end = at
    buffer[0] = copyData
    at = 1
    int32(end - 1)
    at = end
  }
  const fixed = (bytes: number): void => {
    columns += 1
    reserve(4 + bytes)
    int32(bytes)
  }
  const empty = (): void => {
    columns += 1
    reserve(4)
    int32(-1)
  }

  reserve(headBytes + signature.length)
  at += headBytes
  at += signature.copy(buffer, at)

  return {
    count: () => rows,
    row: () => {
      closeRow()
      reserve(2)
      rowAt = at
      at += 2
      columns = 0
      rows += 1
    },
    empty,
    text: (value) => {
      if (value === undefined) return empty()
      columns += 1
      sized(value)
    },
    json: (text) => {
      if (text === undefined) return empty()
      columns += 1
      reserve(5 + text.length * 3)
      const start = at
      at += 4
      buffer[at] = jsonbVersion
      at += 1
      at += buffer.write(text, at)
      close(start)
    },
    texts: (values) => {
      columns += 1
      reserve(4 + 5 * 4)
      const start = at
      at += 4
      int32(values.length === 0 ? 0 : 1)
      int32(0)
      int32(textOid)
      if (values.length > 0) {
        int32(values.length)
        int32(1)
        for (const value of values) sized(value)
      }
      close(start)
    },
    integer: (value) => {
      if (value === undefined) return empty()
      fixed(4)
      int32(value)
    },
    bigint: (value) => {
      fixed(8)
      int64(value)
    },
    real: (value) => {
      fixed(4)
      at = buffer.writeFloatBE(value, at)
    },
    flag: (value) => {
      fixed(1)
      buffer[at] = value ? 1 : 0
      at += 1
    },
    day: (value) => {
      fixed(4)
      int32((Date.parse(`${value}T00:00:00Z`) - epochMs) / dayMs)
    },
    instant: (value) => {
      fixed(8)
      int64((value.getTime() - epochMs) * 1_000)
    },
    numeric: (decimal) => {
      if (decimal === undefined) return empty()
      const { digits, weight, scale } = digitsOf(decimal)
      fixed(8 + digits.length * 2)
      int16(digits.length)
      int16(weight)
      int16(0)
      int16(scale)
      for (const digit of digits) int16(digit)
    },
    bytes: (value) => {
      fixed(value.length)
      buffer.set(value, at)
      at += value.length
    },
    size: () => at,
    piece: () => {
      closeRow()
      closeMessage()
      const piece = buffer.subarray(0, at)
      buffer = Buffer.allocUnsafe(buffer.length)
      at = headBytes
      return piece
    },
    messages: () => {
      closeRow()
      reserve(2 + headBytes)
      int16(-1)
      closeMessage()
      buffer[at] = copyDone
      at += 1
      int32(4)
      return buffer.subarray(0, at)
    },
  }
}

const noRow = -1
const jsonbVersion = 1
const copyData = 0x64
const copyDone = 0x63

/** In base 10,000, the first standing for `10000 ** weight`; and how many decimals it is written with. */
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
