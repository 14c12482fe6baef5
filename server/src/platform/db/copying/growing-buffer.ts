/** Bytes that are written one after the other. `reserve` makes room for them. The other functions assume that there is room. */
export type GrowingBuffer = {
  bytes: Buffer
  /** The position of the next byte. */
  at: number
}

/** Makes room for so many more bytes. */
export function reserve(to: GrowingBuffer, count: number): void {
  if (to.at + count <= to.bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(to.bytes.length * 2, to.at + count))
  to.bytes.copy(larger, 0, 0, to.at)
  to.bytes = larger
}

export function writeInt16(to: GrowingBuffer, value: number): void {
  const { bytes, at } = to
  bytes[at] = value >> 8
  bytes[at + 1] = value
  to.at = at + 2
}

export function writeInt32(to: GrowingBuffer, value: number): void {
  const { bytes, at } = to
  bytes[at] = value >> 24
  bytes[at + 1] = value >> 16
  bytes[at + 2] = value >> 8
  bytes[at + 3] = value
  to.at = at + 4
}

/** `value` is a safe integer. */
export function writeInt64(to: GrowingBuffer, value: number): void {
  writeInt32(to, Math.floor(value / 2 ** 32))
  writeInt32(to, value | 0)
}

/** Leaves four bytes for the length of what follows, and returns their position: see `writeLength`. */
export function skipLength(to: GrowingBuffer): number {
  const lengthAt = to.at
  to.at += 4
  return lengthAt
}

/** Writes the length of the bytes after `skipLength`. */
export function writeLength(to: GrowingBuffer, lengthAt: number): void {
  const end = to.at
  to.at = lengthAt
  writeInt32(to, end - lengthAt - 4)
  to.at = end
}

/** Writes the length of the text in bytes, then the text. Reserves the room itself. */
export function writeSizedText(to: GrowingBuffer, text: string): void {
  reserve(to, 4 + text.length * 3)
  const lengthAt = skipLength(to)
  to.at += to.bytes.write(text, to.at)
  writeLength(to, lengthAt)
}
