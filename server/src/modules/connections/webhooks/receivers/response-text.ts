const keptBytes = 16_384

/** Turns the answer of a receiver into text that PostgreSQL can store: valid UTF-8, no NUL, at most 16 kB. */
export function responseText(body: Uint8Array): string | undefined {
  if (body.length === 0) return undefined
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
  const bytes = Buffer.from(text.replaceAll('\0', '\u{fffd}'), 'utf8')
  // With `stream` the decoder drops a character that the cut split in two.
  return new TextDecoder().decode(bytes.subarray(0, keptBytes), { stream: true })
}
