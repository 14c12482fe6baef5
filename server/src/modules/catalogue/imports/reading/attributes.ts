import type { Attribute } from '#modules/products'
import type { Problem } from '../import.ts'

const attributesMax = 200
const labelMax = 100
const valueMax = 500
const unitMax = 30

/**
 * Reads a list of `{label, value, unit?, kind?}`, an object of values by label, or the JSON text of either. Invalid and
 * too long attributes are omitted, with one problem for all. `isSound` as in `RawRecord`.
 */
export function attributesOf(
  given: unknown,
  problems: Problem[],
  isSound = false,
): readonly Attribute[] | undefined {
  if (given === undefined || given === '') return undefined
  const value = typeof given === 'string' ? parseJson(given) : given
  const entries = entriesOf(value)
  const attributes: Attribute[] = []
  for (const entry of entries.slice(0, attributesMax)) {
    const attribute = attributeOf(entry, isSound)
    if (attribute !== undefined) attributes.push(attribute)
  }
  if (attributes.length < entries.length || !isList(value)) {
    problems.push({
      code: 'attributes_invalid',
      message: `Some attributes were left out. A record may have ${attributesMax} attributes, each with a label of up to ${labelMax} characters and a value of up to ${valueMax}.`,
      field: 'attributes',
      fatal: false,
    })
  }
  return attributes
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Entry = {
  readonly label?: unknown
  readonly value?: unknown
  readonly unit?: unknown
  readonly kind?: unknown
}

function entriesOf(value: unknown): readonly Entry[] {
  if (Array.isArray(value)) return value.map((entry) => (entry ?? {}) as Entry)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([label, content]) => ({ label, value: content }))
}

const number = /^-?\d+(?:[.,]\d+)?$/

function attributeOf({ label, value, unit, kind }: Entry, isSound: boolean): Attribute | undefined {
  const name = textOf(label, labelMax, isSound)
  const content = textOf(value, valueMax, isSound)
  if (name === undefined || content === undefined) return undefined
  const known = kindOf(kind, value, content)
  const measure = unit === undefined || unit === '' ? undefined : textOf(unit, unitMax, isSound)
  if (measure === undefined) return { label: name, value: content, kind: known }
  return { label: name, value: content, kind: known, unit: measure }
}

function kindOf(kind: unknown, value: unknown, content: string): Attribute['kind'] {
  if (kind === 'text' || kind === 'number' || kind === 'flag') return kind
  if (typeof value === 'boolean') return 'flag'
  return number.test(content) ? 'number' : 'text'
}

function textOf(value: unknown, max: number, isSound: boolean): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined
  }
  const text = typeof value === 'string' ? trimText(value) : String(value)
  if (text === '' || text.length > max) return undefined
  return isSound || isSoundText(text) ? text : undefined
}

function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && !text.includes('\ufffd')
}

/** Most texts have no surrounding blanks. This test is faster than `trim`. */
function trimText(text: string): string {
  return isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1))
    ? text
    : text.trim()
}

/** An English letter, digit or sign. Any other character may be a blank. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f
}
