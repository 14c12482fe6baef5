import { isUtf8 } from 'node:buffer'

/** The declaration of the encoding stands in the first kilobyte. Real pages have it later. */
const headBytes = 8_192

/**
 * Decodes a page: by its byte order mark, else by its header, else by its own declaration, else by its bytes. Servers often declare
 * what is not true, so bytes that are valid UTF-8 beyond ASCII are UTF-8, and bytes that are not are read as windows-1252.
 */
export function decodePage(body: Buffer, contentType: string): string {
  const marked = markOf(body)
  if (marked) return new TextDecoder(marked).decode(body)
  const declared = encodingNamed(charsetIn(contentType)) ?? encodingNamed(charsetInHead(body))
  const isUtf16 = declared === 'utf-16le' || declared === 'utf-16be'
  // A declaration inside the page could not be read if the page were UTF-16.
  if (isUtf16 && charsetIn(contentType) !== undefined) return new TextDecoder(declared).decode(body)
  const usual = declared === undefined || declared === 'utf-8' || declared === 'windows-1252'
  if (!usual && !isUtf16) return new TextDecoder(declared).decode(body)
  return isUtf8(body) ? body.toString('utf8') : decodeMixed(body)
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined
}

function charsetIn(contentType: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(contentType)?.[1]
}

function charsetInHead(body: Buffer): string | undefined {
  const head = body
    .subarray(0, headBytes)
    .toString('latin1')
    .replace(/<!--[\s\S]*?-->/g, '')
  return (
    /<meta[^>]{0,200}?\scharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /<meta[^>]{0,200}?content\s*=\s*["'][^"'>]{0,100}charset\s*=\s*([\w.:-]{1,40})/i.exec(
      head,
    )?.[1] ??
    /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head)?.[1]
  )
}

/** The name of the encoding that this label stands for. Undefined for an unknown label. */
function encodingNamed(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

const western = new TextDecoder('windows-1252')
const tagStart = 0x3c

/**
 * Some pages join parts of different encodings. Each part from one tag to the next is UTF-8 if its bytes are valid, and
 * windows-1252 otherwise. The sign `<` is one byte in both. Neighbours of the same encoding are decoded together.
 */
function decodeMixed(body: Buffer): string {
  const texts: string[] = []
  let from = 0
  let isFine = true
  const take = (end: number) => {
    const part = body.subarray(from, end)
    if (end > from) texts.push(isFine ? part.toString('utf8') : western.decode(part))
    from = end
  }
  for (let at = 0; at < body.length; ) {
    const next = body.indexOf(tagStart, at + 1)
    const end = next === -1 ? body.length : next
    const isPartFine = isUtf8(body.subarray(at, end))
    if (isPartFine !== isFine) take(at)
    isFine = isPartFine
    at = end
  }
  take(body.length)
  return texts.join('')
}
