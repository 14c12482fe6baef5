import { setImmediate as breathe } from 'node:timers/promises'

/** The encoding of a file: by its byte order mark, or else UTF-8, unless its bytes are not valid UTF-8. */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const { whole, broken } = sequencesOf(head)
  // A file in UTF-8 may contain a broken line.
  return broken > whole ? 'windows-1252' : 'utf-8'
}

/** Counts the characters beyond ASCII that are valid UTF-8, and the bytes that are not. */
function sequencesOf(bytes: Buffer): { readonly whole: number; readonly broken: number } {
  let whole = 0
  let broken = 0
  // The end of the piece may cut the last character.
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

/** So much is parsed before other work of the process has its turn. */
const turnCharacters = 16_384

/** Decodes a file piece by piece. An invalid byte becomes U+FFFD, and its record is refused. */
export async function* decodePieces(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    for (let from = 0; from < text.length; from += turnCharacters) {
      if (from > 0) await breathe()
      yield text.slice(from, from + turnCharacters)
    }
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/**
 * Returns the beginning of a file, and a stream of all of it. The caller can inspect the beginning before it reads the
 * rest.
 */
export async function peekPieces(
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
