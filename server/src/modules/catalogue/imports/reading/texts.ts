import type { FieldName } from '#modules/products/fields'
import type { Problem } from '../import.ts'
import type { RawFields } from './record.ts'

/** Reads the texts of a record, each with its limit. It adds problems to `problems`. */
export type Texts = {
  readonly problems: Problem[]
  /** Undefined when it is absent or empty. */
  line(field: string, max: number): string | undefined
  /** A text with line breaks, cut at the limit. An empty text counts as a value. */
  long(field: string, max: number): string | undefined
  /** A list, or one text with parts separated by `|`. `\|` does not separate. */
  list(field: string, max: number, eachMax: number): readonly string[] | undefined
  /** A list, or one text with parts separated by `>`. `\>` does not separate. */
  path(field: string, eachMax: number): readonly string[] | undefined
  complain(code: string, message: string, field: string, fatal: boolean): void
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const textBroken =
  'The text is not valid in the encoding of the file. Save the file as UTF-8, or name its encoding.'

export function createTexts(fields: RawFields, problems: Problem[]): Texts {
  const complain: Texts['complain'] = (code, message, field, fatal) => {
    problems.push({ code, message, field, fatal })
  }
  const read = (field: string, value: unknown): string | undefined => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') {
      complain('text_expected', 'The value must be a text.', field, true)
      return undefined
    }
    if (!value.isWellFormed() || value.includes('\ufffd')) {
      complain('text_broken', textBroken, field, true)
      return undefined
    }
    return value.replace(controls, '').trim()
  }
  const short = (field: string, value: unknown, max: number): string | undefined => {
    const whole = read(field, value)
    const text = whole && /[\t\r\n]/.test(whole) ? whole.replace(/\s+/g, onOneLine) : whole
    if (text === undefined || text === '') return undefined
    if (text.length <= max) return text
    complain('text_too_long', `The text has more than ${max} characters. Shorten it.`, field, true)
    return undefined
  }
  const parts = (field: string, sign: '|' | '>'): readonly unknown[] | undefined => {
    const value = partsIn(fields[field as FieldName])
    if (value === undefined) return undefined
    if (Array.isArray(value)) return value
    return read(field, value)
      ?.split(separators[sign])
      .filter((part) => part.trim() !== '')
      .map((part) => part.replaceAll(`\\${sign}`, sign))
  }
  return {
    problems,
    complain,
    line: (field, max) => {
      const value = fields[field as FieldName]
      return value === undefined ? undefined : short(field, value, max)
    },
    long: (field, max) => {
      const value = fields[field as FieldName]
      const text = value === undefined ? undefined : read(field, value)
      if (text === undefined || text.length <= max) return text
      complain('text_cut', `The text was cut after ${max} characters.`, field, false)
      return text
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()
    },
    list: (field, max, eachMax) => {
      const given = parts(field, '|')
      if (given === undefined) return undefined
      const message = `The list has more than ${max} entries. Remove some.`
      if (given.length > max) complain('list_too_long', message, field, true)
      const read = given.slice(0, max).map((value) => short(field, value, eachMax))
      return read.filter((text) => text !== undefined)
    },
    path: (field, eachMax) => {
      return parts(field, '>')
        ?.slice(0, 20)
        .map((value) => short(field, value, eachMax))
        .filter((text) => text !== undefined)
    },
  }
}

/** Blanks with a line end or a tab among them become one blank. */
const onOneLine = (blanks: string) => (/[\t\r\n]/.test(blanks) ? ' ' : blanks)

const separators = { '|': /(?<!\\)\|/, '>': /(?<!\\)>/ }

/** A category may be an object with its path, as the API shows it. */
function partsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return 'path' in value ? value.path : value
}
