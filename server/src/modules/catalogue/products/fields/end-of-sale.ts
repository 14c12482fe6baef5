import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** The record ends the product. A product keeps its state. */
export const discontinued = {
  name: 'discontinued',
  headers: 'discontinued ausgelaufen abgekundigt abgekuendigt arrete supprime',
  read: flagIn,
  digest: 20,
  stored: false,
  example: [false, true],
} as const satisfies Field<boolean>

/** The article number of its successor. The table of superseded numbers keeps it. */
export const successor = {
  name: 'successor',
  headers:
    'successor successorsku supersededby replacedby nachfolger nachfolgeartikel nachfolgeprodukt successeur remplacepar',
  keys: ['replacedBy'],
  read: successorIn,
  digest: 21,
  stored: false,
  example: ['F-2', 'F-3'],
} as const satisfies Field<string>

const yes = /^(?:true|1|yes|ja|oui|discontinued|delete)$/i
const no = /^(?:false|0|no|nein|non|active|)$/i

function flagIn(record: RecordReader, name: string): boolean | undefined {
  const value = record.raw(name)
  if (value === undefined || typeof value === 'boolean') return value
  const text = String(value).trim()
  if (yes.test(text)) return true
  if (no.test(text)) return text === '' ? undefined : false
  record.complain('flag_invalid', 'This is true or false.', name, true)
  return undefined
}

function successorIn(record: RecordReader, name: string): string | undefined {
  const given = record.line(name, 100)
  if (given?.toLowerCase() !== record.sku.toLowerCase()) return given
  record.complain('successor_invalid', 'A product cannot replace itself.', name, false)
  return undefined
}
