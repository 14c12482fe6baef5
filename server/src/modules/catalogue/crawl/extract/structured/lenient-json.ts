const textsMax = 50

/**
 * Parses JSON with the mistakes that templates of shops make: commas before a closing bracket, line breaks in texts, comments, CDATA
 * and HTML comments around it, a semicolon behind it, and several texts in one script. Returns undefined for anything else. One pass
 * rewrites the text, and `JSON.parse` reads it.
 */
export function lenientJson(given: string): readonly unknown[] | undefined {
  const texts = rewriteAsJson(given)
  if (texts === undefined || texts.length === 0) return undefined
  try {
    return texts.map((text) => JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The texts of the script as strict JSON. Undefined when brackets do not match. */
function rewriteAsJson(text: string): string[] | undefined {
  const texts: string[] = []
  let parts: string[] = []
  let depth = 0
  let at = 0
  while (at < text.length) {
    const character = text[at] as string
    if (character === '"') {
      const { json, end } = readQuoted(text, at)
      if (depth > 0) parts.push(json)
      at = end
      continue
    }
    const skipped = skippedAt(text, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    at += 1
    if (character === '{' || character === '[') depth += 1
    if (depth === 0) continue
    if (character === '}' || character === ']') {
      withoutComma(parts)
      depth -= 1
    }
    parts.push(character)
    if (depth > 0) continue
    texts.push(parts.join(''))
    parts = []
    if (texts.length >= textsMax) break
  }
  return depth === 0 ? texts : undefined
}

/** Removes blanks and commas from the end. */
function withoutComma(parts: string[]): void {
  for (let last = parts.at(-1); last !== undefined && /^[\s,]$/.test(last); last = parts.at(-1)) {
    parts.pop()
  }
}

const marks = ['<!--', '-->', '<![CDATA[', ']]>'] as const

/** The length of a comment or of a mark that is no JSON, which begins here. */
function skippedAt(text: string, at: number): number {
  const character = text[at]
  if (character === '/') {
    if (text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      return (end === -1 ? text.length : end + 2) - at
    }
    if (text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      // A mark may follow `//` in the same line.
      const line = text.slice(at, end === -1 ? text.length : end)
      return /^\/\/\s*(?:<!\[CDATA\[|\]\]>|-->)/.test(line) ? 2 : line.length
    }
  }
  if (character !== '<' && character !== '-' && character !== ']') return 0
  return marks.find((mark) => text.startsWith(mark, at))?.length ?? 0
}

const escapes = new Set('"\\/bfnrt')
const controlsOf: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text in quotes that begins here, as JSON allows it. */
function readQuoted(text: string, from: number): { readonly json: string; readonly end: number } {
  const parts = ['"']
  let start = from + 1
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) break
    if (code === 0x5c) {
      const next = text[at + 1] ?? ''
      const isFine = escapes.has(next) || /^u[\da-fA-F]{4}/.test(text.slice(at + 1, at + 6))
      // `\'` is an apostrophe.
      if (!isFine) {
        parts.push(text.slice(start, at))
        start = at + 1
      }
      at += 1
    } else if (code < 0x20) {
      parts.push(text.slice(start, at), controlsOf[text[at] as string] ?? ' ')
      start = at + 1
    }
  }
  parts.push(text.slice(start, at), '"')
  return { json: parts.join(''), end: at + 1 }
}
