/** A mail that arrived, as a person would read it. */
export type Message = {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The same as HTML. */
  readonly html?: string
  /** Where a reply goes, if not to the sender. */
  readonly replyTo?: string
}

type ReadMessage = Pick<Message, 'id' | 'subject' | 'text' | 'html' | 'replyTo'>

/** Reads a message of one part or of alternatives, as the service sends them. Written from RFC 5322 and 2045 to 2047 alone. */
export function readMessage(raw: Buffer): ReadMessage {
  const { headers, body } = readPart(raw.toString('latin1'))
  const replyTo = headers.get('reply-to')
  const type = headers.get('content-type') ?? ''
  const [, boundary] = /^multipart\/alternative;.*boundary="?([^";]+)/i.exec(type) ?? []
  const parts = boundary === undefined ? [{ headers, body }] : partsOf(body, boundary)
  const html = contentOf(parts, 'text/html')
  return {
    ...(replyTo !== undefined && { replyTo }),
    id: headers.get('message-id') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    text: contentOf(parts, 'text/plain') ?? '',
    ...(html !== undefined && { html }),
  }
}

type Part = { readonly headers: ReadonlyMap<string, string>; readonly body: string }

function partsOf(body: string, boundary: string): Part[] {
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
}

function readPart(source: string): Part {
  const end = source.search(/\r?\n\r?\n/)
  const head = end < 0 ? source : source.slice(0, end)
  const body = end < 0 ? '' : source.slice(end).replace(/^\r?\n\r?\n/, '')
  return { headers: headersOf(head), body }
}

function contentOf(parts: readonly Part[], type: string): string | undefined {
  const part = parts.find(({ headers }) =>
    (headers.get('content-type') ?? 'text/plain').toLowerCase().startsWith(type),
  )
  return part && decodeBody(part).replaceAll('\r\n', '\n').trimEnd()
}

function headersOf(head: string): ReadonlyMap<string, string> {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const pairs = unfolded.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(0, colon)).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return new Map(pairs)
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit'
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=\r?\n/g, ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Decodes a header such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}
