/** Writes `tsvector` values in their binary form, one after the other. It reuses its memory. */
export type VectorBytes = {
  /** Begins a vector with this number of lexemes. */
  begin(lexemes: number): void
  /** Writes a lexeme, before this number of positions. */
  entry(lexeme: { readonly text: string; readonly isAscii: boolean }, places: number): void
  place(value: number): void
  /** Returns a copy of the vector. */
  copied(): Buffer
}

export function createVectorBytes(): VectorBytes {
  let bytes = Buffer.allocUnsafe(16_384)
  let at = 0
  return {
    begin: (lexemes) => {
      at = bytes.writeInt32BE(lexemes, 0)
    },
    entry: ({ text, isAscii }, places) => {
      const most = text.length * 3 + 3 + places * 2
      if (at + most > bytes.length) {
        const larger = Buffer.allocUnsafe(bytes.length * 2 + most)
        bytes.copy(larger, 0, 0, at)
        bytes = larger
      }
      if (isAscii) {
        for (let letter = 0; letter < text.length; letter += 1) {
          bytes[at + letter] = text.charCodeAt(letter)
        }
        at += text.length
      } else {
        at += bytes.write(text, at)
      }
      bytes[at] = 0
      bytes[at + 1] = places >> 8
      bytes[at + 2] = places
      at += 3
    },
    place: (value) => {
      bytes[at] = value >> 8
      bytes[at + 1] = value
      at += 2
    },
    copied: () => Buffer.from(bytes.subarray(0, at)),
  }
}
