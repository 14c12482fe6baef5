import { fail } from './failures.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Deeper than any document of ours; shallow enough that no reader runs out of stack. */
const deepest = 64

/** Keys that reach an object's prototype in a careless reader. Nothing of ours is called so. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/**
 * Strict JSON. Two readers must not see two different documents in one body, so a key may stand only once in an
 * object, and what PostgreSQL cannot keep as text (U+0000, half a surrogate pair) is refused at the door.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw fail('body_malformed')
  }
  checkKeysAndText(text)
  return value
}

/** Walks a text that `JSON.parse` has accepted, so only quotes, brackets and colons matter. */
function checkKeysAndText(text: string): void {
  const objects: (Set<string> | undefined)[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      const end = endOfString(text, at)
      const keys = objects.at(-1)
      const content = contentOf(text, at, end)
      if (keys && isKey(text, end)) addKey(keys, content)
      at = end
      continue
    }
    if (character === openBrace) objects.push(new Set())
    else if (character === openBracket) objects.push(undefined)
    else if (character === closeBrace || character === closeBracket) objects.pop()
    if (objects.length > deepest) {
      throw fail('body_malformed', { reason: `more than ${deepest} levels deep` })
    }
    at += 1
  }
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const colon = 0x3a

/** The place after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at + 1
}

function contentOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  const content: unknown = JSON.parse(text.slice(start, end))
  if (typeof content !== 'string' || !isStorable(content)) {
    throw fail('body_malformed', { reason: 'a text holds U+0000 or half a surrogate pair' })
  }
  return content
}

/** Text that PostgreSQL takes. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** In valid JSON a string is a key exactly when a colon follows it. */
function isKey(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === colon
}

function isSpace(character: number): boolean {
  return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09
}

function addKey(keys: Set<string>, key: string): void {
  if (refusedKeys.has(key)) throw fail('body_malformed', { reason: `the key ${key} is refused` })
  if (keys.has(key)) throw fail('body_malformed', { reason: 'a key stands twice in one object' })
  keys.add(key)
}
