import { fail } from '../failures.ts'
import type { BodyShape } from './body-shape.ts'
import { measureJson } from './measure-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Keys that reach an object's prototype in a careless reader. No field of ours has such a name. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/**
 * Reads strict JSON. Two readers must not see two different documents in one body, so an object may have each key only once. Text
 * that PostgreSQL cannot store (U+0000, half a surrogate pair) is refused here.
 */
export function parseJson(bytes: Uint8Array, shape?: BodyShape): unknown {
  const text = decode(bytes)
  const fields = measureJson(text, shape)
  const value = parse(text)
  // UTF-8 and JSON themselves refuse these characters. Only an escape can bring them in.
  const hasEscapes = text.includes('\\u')
  // JSON.parse keeps the last of two equal keys. The value then has fewer fields than the text.
  if (countFields(value, hasEscapes) !== fields) {
    throw fail('body_malformed', { reason: 'a key stands twice in one object' })
  }
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw fail('body_malformed')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('body_malformed')
  }
}

/** Checks the value and everything in it. Throws at the first key or text that is refused. */
function countFields(value: unknown, hasEscapes: boolean): number {
  if (typeof value === 'string') {
    if (hasEscapes) assertTextStorable(value)
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  let fields = 0
  if (Array.isArray(value)) {
    for (const entry of value) fields += countFields(entry, hasEscapes)
    return fields
  }
  for (const key in value) {
    if (refusedKeys.has(key)) throw fail('body_malformed', { reason: `the key ${key} is refused` })
    if (hasEscapes) assertTextStorable(key)
    fields += 1 + countFields((value as Record<string, unknown>)[key], hasEscapes)
  }
  return fields
}

function assertTextStorable(text: string): void {
  if (isStorable(text)) return
  throw fail('body_malformed', { reason: 'a text holds U+0000 or half a surrogate pair' })
}

/** Whether PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
