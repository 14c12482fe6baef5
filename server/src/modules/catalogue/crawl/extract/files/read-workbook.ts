import { SaxesParser } from 'saxes'
import { FileMalformed } from '#modules/imports/reading'
import { type Archive, openArchive } from './unzip.ts'

/** A packed workbook is read as a whole, because its directory stands at its end. */
export const workbookBytesMax = 16_777_216
const sheetsMax = 20
const cellsMax = 400_000
const columnsMax = 200
const textsMax = 500_000
const cellCharactersMax = 20_000

export type SheetRow = { readonly cells: readonly string[]; readonly line: number }

/**
 * The rows of the sheets of an Office Open XML workbook (ECMA-376), as texts. A number keeps its decimal point. Formulas count by the
 * value that the program stored. It fetches nothing, and a document type is refused.
 */
export function readWorkbook(bytes: Buffer): readonly (readonly SheetRow[])[] {
  const archive = openArchive(bytes)
  const texts = sharedTexts(archive)
  const left = { cells: cellsMax }
  return sheetPathsOf(archive).map((path) => rowsOf(partOf(archive, path), texts, left))
}

function partOf(archive: Archive, path: string): string {
  const bytes = archive.read(path)
  if (!bytes) throw new FileMalformed('file_malformed', 'The workbook has no sheet where it says.')
  return bytes.toString('utf8')
}

/** The visible sheets in their order. */
function sheetPathsOf(archive: Archive): string[] {
  const targets = new Map<string, string>()
  readXml(archive.read('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '', {
    onStart: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target)
    },
  })
  const paths: string[] = []
  readXml(partOf(archive, 'xl/workbook.xml'), {
    onStart: (name, attributes) => {
      const target = targets.get(attributes['r:id'] ?? '')
      const isShown = (attributes.state ?? 'visible') === 'visible'
      if (name !== 'sheet' || !target || !isShown || paths.length >= sheetsMax) return
      paths.push(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return paths
}

function sharedTexts(archive: Archive): readonly string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  readXml(archive.read('xl/sharedStrings.xml')?.toString('utf8') ?? '', {
    onStart: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    onText: (part) => {
      if (isText && text.length < cellCharactersMax) text += part
    },
    onEnd: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si' && texts.length < textsMax) texts.push(text)
    },
  })
  return texts
}

function rowsOf(xml: string, texts: readonly string[], left: { cells: number }): SheetRow[] {
  const rows: SheetRow[] = []
  let cells: string[] = []
  let column = 0
  let type = ''
  let value = ''
  let isValue = false
  readXml(xml, {
    onStart: (name, { r = '', t = 'n' }) => {
      if (name === 'row') {
        cells = []
        column = 0
      } else if (name === 'c') {
        column = r === '' ? column : columnOf(r)
        type = t
        value = ''
      }
      isValue = name === 'v' || name === 't'
    },
    onText: (part) => {
      if (isValue && value.length < cellCharactersMax) value += part
    },
    onEnd: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c') {
        // Empty cells before a cell cost memory, too.
        left.cells -= 1 + Math.max(0, Math.min(column, columnsMax) - cells.length)
        if (left.cells < 0) {
          throw new FileMalformed('file_too_large', `The workbook has more than ${cellsMax} cells.`)
        }
        if (column < columnsMax) {
          while (cells.length < column) cells.push('')
          cells[column] = textOfCell(type, value, texts)
        }
        column += 1
      }
      if (name === 'row' && cells.some((cell) => cell !== '')) {
        rows.push({ cells, line: rows.length + 1 })
      }
    },
  })
  return rows
}

/** `AB12` is in column 27, counted from 0. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A'
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function textOfCell(type: string, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)]?.trim() ?? ''
  if (type === 'e') return ''
  return type === 'n' ? plainNumber(value) : value.trim()
}

/** Programs store 4.2 as 4.2000000000000002. Fifteen digits are what they show. */
function plainNumber(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  const short = String(Number(number.toPrecision(15)))
  return short.includes('e') ? value.trim() : short
}

type XmlHandler = {
  onStart?(name: string, attributes: Readonly<Record<string, string>>): void
  onText?(text: string): void
  onEnd?(name: string): void
}

function readXml(xml: string, { onStart, onText, onEnd }: XmlHandler): void {
  if (xml === '') return
  const parser = new SaxesParser({ xmlns: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const refuse = () => {
    throw new FileMalformed('file_malformed', 'A part of the workbook is no XML.')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => onStart?.(local(name), attributes))
  parser.on('text', (text) => onText?.(text))
  parser.on('cdata', (text) => onText?.(text))
  parser.on('closetag', ({ name }) => onEnd?.(local(name)))
  parser.write(xml).close()
}
