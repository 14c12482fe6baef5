import { fail } from '../failures.ts'
import type { BodyShape } from './body-shape.ts'
import { shortName } from './problems.ts'

/** Deeper than any document of ours, and shallow enough that no reader runs out of stack. */
const levelsMax = 64
const fieldsMax = 1_000
/**
 * The schema check refuses lists and objects in places that it does not know. Before that check they may not cost more than this.
 */
const undeclaredMax = 10_000

/** A list or an object around the place that is being read. */
type Container = {
  readonly isList: boolean
  readonly shape: BodyShape | undefined
  readonly entriesMax: number
  entries: number
  /** The begin and end of the current field's name, with its quotes. */
  nameStart: number
  nameEnd: number
}

/**
 * Reads a text once before `JSON.parse` makes values of it, and throws at the first thing that is too large: levels, fields of an
 * object, entries of a list. Returns the number of fields. It reads only quotes, brackets, colons and commas, so it accepts some
 * text that is not JSON. `JSON.parse` refuses that.
 */
export function measureJson(text: string, shape: BodyShape | undefined): number {
  const open: Container[] = []
  let container: Container | undefined
  let fields = 0
  let undeclared = 0
  let textStart = 0
  let textEnd = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      textStart = at
      textEnd = endOfString(text, at)
      at = textEnd - 1
    } else if (character === openBrace || character === openBracket) {
      container = containerIn(text, container, character === openBracket, shape)
      if (!container.shape) undeclared += 1
      open.push(container)
    } else if (character === closeBrace || character === closeBracket) {
      open.pop()
      container = open.at(-1)
    } else if (character === colon && container) {
      fields += 1
      container.entries += 1
      container.nameStart = textStart
      container.nameEnd = textEnd
      if (isUndeclared(container)) undeclared += 1
    } else if (character === comma && container?.isList) {
      container.entries += 1
      if (!container.shape) undeclared += 1
    } else continue
    assertWithinLimits(text, open, undeclared)
  }
  return fields
}

/** True in a place that the schema does not know, and for more fields than the object declares. */
function isUndeclared({ shape, entries }: Container): boolean {
  return !shape || (!shape.otherField && entries > shape.fields.size)
}

function assertWithinLimits(text: string, open: readonly Container[], undeclared: number): void {
  if (open.length > levelsMax) {
    throw fail('body_malformed', { reason: `more than ${levelsMax} levels deep` })
  }
  const container = open.at(-1)
  if (!container) return
  if (container.entries > container.entriesMax) {
    const what = container.isList ? 'entries' : 'fields'
    throw tooLarge(text, open, `must have at most ${container.entriesMax} ${what}`)
  }
  if (undeclared > undeclaredMax) {
    throw tooLarge(
      text,
      open,
      `holds more than ${undeclaredMax} values that this route does not know`,
    )
  }
}

function tooLarge(text: string, open: readonly Container[], message: string) {
  return fail('request_invalid', { problems: [{ path: pathOf(text, open), message }] })
}

function containerIn(
  text: string,
  outer: Container | undefined,
  isList: boolean,
  root: BodyShape | undefined,
): Container {
  const declared = outer ? shapeIn(text, outer) : root
  const shape = isList && declared?.entriesMax === undefined ? undefined : declared
  const entriesMax = isList ? (shape?.entriesMax ?? undeclaredMax) : fieldsMax
  return { isList, shape, entriesMax, entries: isList ? 1 : 0, nameStart: 0, nameEnd: 0 }
}

function shapeIn(text: string, { isList, shape, ...name }: Container): BodyShape | undefined {
  if (isList) return shape?.entry
  return shape?.fields.get(nameIn(text, name)) ?? shape?.otherField
}

/** For a name with escapes, the text as it was sent: no schema has such a field. */
function nameIn(text: string, { nameStart, nameEnd }: Pick<Container, 'nameStart' | 'nameEnd'>) {
  return text.slice(nameStart + 1, nameEnd - 1)
}

/** The path of the innermost container, as problems.ts writes it. */
function pathOf(text: string, open: readonly Container[]): string {
  const steps = open
    .slice(0, -1)
    .map((outer) =>
      outer.isList ? `[${outer.entries - 1}]` : `.${shortName(nameIn(text, outer))}`,
    )
  return `body${steps.join('')}`
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const colon = 0x3a
const comma = 0x2c

/** The position after the closing quote. A quote after an odd number of backslashes does not close the text. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from)
    if (end < 0) throw fail('body_malformed')
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
    from = end + 1
  }
}
