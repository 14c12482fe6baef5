/**
 * Reads a value of JavaScript that a page assigns, such as `{sku:'TG-50',price:11.25,inStock:!0}`. Names of variables have the values
 * that `names` gives, or none. It runs nothing, and each character costs one step.
 */
export function readJsValue(
  text: string,
  start: number,
  names: ReadonlyMap<string, unknown> = new Map(),
): { readonly value: unknown; readonly end: number } | undefined {
  const reader = { text, at: start, names, left: valuesMax }
  const value = valueAt(reader, 0)
  return value === failed ? undefined : { value, end: reader.at }
}

const valuesMax = 200_000
const depthMax = 60
const failed = Symbol('failed')

type Reader = {
  readonly text: string
  at: number
  readonly names: ReadonlyMap<string, unknown>
  left: number
}

const blanks = /(?:\s|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/|\/\/[^\n]{0,2000}(?:\n|$))*/y
const numbers = /[-+]?(?:0x[\da-f]{1,15}|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?)/iy
const identifiers = /[\p{L}_$][\p{L}\p{N}_$]*/uy

function valueAt(reader: Reader, depth: number): unknown {
  skipBlanks(reader)
  reader.left -= 1
  if (reader.left < 0 || depth > depthMax) return failed
  const character = reader.text[reader.at]
  if (character === '{') return objectAt(reader, depth)
  if (character === '[') return listAt(reader, depth)
  if (character === '"' || character === "'" || character === '`') return stringAt(reader)
  if (character === '!') {
    reader.at += 1
    const value = valueAt(reader, depth + 1)
    return value === failed ? failed : !value
  }
  const number = match(reader, numbers)
  if (number !== undefined) return Number(number)
  const name = match(reader, identifiers)
  return name === undefined ? failed : namedValue(reader, name, depth)
}

function namedValue(reader: Reader, name: string, depth: number): unknown {
  if (name === 'true') return true
  if (name === 'false') return false
  if (name === 'null' || name === 'undefined' || name === 'NaN') return undefined
  if (name === 'void') {
    return valueAt(reader, depth + 1) === failed ? failed : undefined
  }
  if (name === 'new' || name === 'function' || name === 'async') return failed
  skipBlanks(reader)
  // `new Date(…)`, `Array(3)`: what a call returns is not known.
  if (reader.text[reader.at] === '(' || reader.text[reader.at] === '.') return failed
  return reader.names.get(name)
}

function objectAt(reader: Reader, depth: number): unknown {
  const found: Record<string, unknown> = Object.create(null)
  reader.at += 1
  for (;;) {
    skipBlanks(reader)
    const character = reader.text[reader.at]
    if (character === '}') {
      reader.at += 1
      return found
    }
    if (character === ',') {
      reader.at += 1
      continue
    }
    const key =
      character === '"' || character === "'"
        ? stringAt(reader)
        : (match(reader, identifiers) ?? match(reader, numbers))
    if (typeof key !== 'string') return failed
    skipBlanks(reader)
    if (reader.text[reader.at] !== ':') return failed
    reader.at += 1
    const value = valueAt(reader, depth + 1)
    if (value === failed || !isAtEnd(reader, '}')) return failed
    found[key] = value
  }
}

function listAt(reader: Reader, depth: number): unknown {
  const found: unknown[] = []
  reader.at += 1
  for (;;) {
    skipBlanks(reader)
    const character = reader.text[reader.at]
    if (character === ']') {
      reader.at += 1
      return found
    }
    if (character === ',') {
      reader.at += 1
      continue
    }
    const value = valueAt(reader, depth + 1)
    if (value === failed || !isAtEnd(reader, ']')) return failed
    found.push(value)
  }
}

/** Behind a value stands a comma or the end. An operator would make it another value. */
function isAtEnd(reader: Reader, end: string): boolean {
  skipBlanks(reader)
  const character = reader.text[reader.at]
  return character === ',' || character === end
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '',
}

function stringAt(reader: Reader): string | typeof failed {
  const { text } = reader
  const quote = text[reader.at]
  const parts: string[] = []
  let from = reader.at + 1
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === quote) {
      parts.push(text.slice(from, at))
      reader.at = at + 1
      return parts.join('')
    }
    if (character === '\n' && quote !== '`') return failed
    // A template with a value in it.
    if (character === '$' && quote === '`' && text[at + 1] === '{') return failed
    if (character !== '\\') continue
    parts.push(text.slice(from, at))
    const { value, length } = escapeAt(text, at + 1)
    parts.push(value)
    at += length
    from = at + 1
  }
  return failed
}

function escapeAt(text: string, at: number): { readonly value: string; readonly length: number } {
  const [, long] = /^u([\da-f]{4})/i.exec(text.slice(at, at + 5)) ?? []
  if (long) return { value: String.fromCharCode(Number.parseInt(long, 16)), length: 5 }
  const [, short] = /^x([\da-f]{2})/i.exec(text.slice(at, at + 3)) ?? []
  if (short) return { value: String.fromCharCode(Number.parseInt(short, 16)), length: 3 }
  const character = text[at] ?? ''
  return { value: character === '\n' ? '' : (escapes[character] ?? character), length: 1 }
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at
  const [found] = pattern.exec(reader.text) ?? []
  if (found === undefined || found === '') return undefined
  reader.at += found.length
  return found
}

function skipBlanks(reader: Reader): void {
  match(reader, blanks)
}
