/** Of a file that does not say it: a mark at its beginning, else UTF-8 unless its bytes are none. */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const { whole, broken } = sequencesOf(head)
  // One broken line does not make a file of another encoding of one in UTF-8.
  return broken > whole ? 'windows-1252' : 'utf-8'
}

/** Characters beyond ASCII that are UTF-8, and bytes that cannot be. */
function sequencesOf(bytes: Buffer): { readonly whole: number; readonly broken: number } {
  let whole = 0
  let broken = 0
  // The last character may be cut by the end of the piece.
  const end = bytes.length - 3
  for (let at = 0; at < end; ) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
    const rest = bytes.subarray(at + 1, at + length)
    const isWhole = length > 0 && rest.every((byte) => byte >= 0x80 && byte < 0xc0)
    if (first >= 0x80) {
      if (isWhole) whole += 1
      else broken += 1
    }
    at += isWhole ? length : 1
  }
  return { whole, broken }
}

/** The text of a file, piece by piece. What is none in its encoding becomes U+FFFD, which the record is refused for. */
export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** The beginning of a file, and all of it: the beginning is looked at before the rest is asked for. */
export async function peeked(
  pieces: AsyncIterable<Buffer>,
  atLeast: number,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer> }> {
  const source = pieces[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let length = 0
  while (length < atLeast) {
    const next = await source.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(first, length)
  return {
    head,
    all: (async function* () {
      if (head.length > 0) yield head
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    })(),
  }
}
