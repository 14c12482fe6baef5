import { gunzipSync } from 'node:zlib'

/** A sitemap has at most 50 MB, compressed or not (sitemaps.org). */
const textBytesMax = 52_428_800

/** The text of a sitemap. A `.gz` file is decompressed, up to the limit of a sitemap: beyond it, this throws. */
export function decodeText(body: Buffer, contentType: string): string {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  const bytes = isGzip ? gunzipSync(body, { maxOutputLength: textBytesMax }) : body
  const charset = /charset\s*=\s*"?([\w.-]{1,40})/i.exec(contentType)?.[1]
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
  return decoderFor(marked ?? charset).decode(bytes)
}

function decoderFor(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
