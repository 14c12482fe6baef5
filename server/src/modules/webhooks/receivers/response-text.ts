const keptBytes = 16_384

/** What a receiver answered, as PostgreSQL can keep it: valid UTF-8, no NUL, at most 16 kB. */
export function responseText(body: Uint8Array): string | undefined {
  if (body.length === 0) return undefined
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
  const bytes = Buffer.from(text.replaceAll('\0', '\u{fffd}'), 'utf8')
  // In the middle of a stream the decoder keeps a character that is cut in two to itself.
  return new TextDecoder().decode(bytes.subarray(0, keptBytes), { stream: true })
}
