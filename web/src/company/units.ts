import type { MessageKey } from '../language/catalogue.ts'
import type { Words } from '../language/words.ts'

/** The units that people buy most, by their code of UN/ECE Recommendation 20. Any other shows its code. */
const names = {
  C62: 'catalogue.unit.piece',
  EA: 'catalogue.unit.piece',
  H87: 'catalogue.unit.piece',
  PCE: 'catalogue.unit.piece',
  BX: 'catalogue.unit.box',
  XBX: 'catalogue.unit.box',
  PK: 'catalogue.unit.pack',
  XPK: 'catalogue.unit.pack',
  PR: 'catalogue.unit.pair',
  SET: 'catalogue.unit.set',
  RO: 'catalogue.unit.roll',
  MTR: 'catalogue.unit.metre',
  MTK: 'catalogue.unit.squareMetre',
  KGM: 'catalogue.unit.kilogram',
  LTR: 'catalogue.unit.litre',
  HUR: 'catalogue.unit.hour',
} as const satisfies Readonly<Record<string, MessageKey>>

/** Those that a person may choose, each once. */
export const unitChoices = [
  'C62',
  'XBX',
  'XPK',
  'PR',
  'SET',
  'RO',
  'MTR',
  'MTK',
  'KGM',
  'LTR',
  'HUR',
] as const satisfies readonly (keyof typeof names)[]

export function unitName({ t }: Words, code: string): string {
  const key = (names as Readonly<Record<string, MessageKey>>)[code]
  return key === undefined ? code : t(key)
}
