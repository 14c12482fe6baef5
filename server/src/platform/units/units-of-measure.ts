import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Unit = { readonly name: string; readonly symbol?: string }

const file = join(import.meta.dirname, '../../../../data/units/rec20.json')
const units: ReadonlyMap<string, Unit> = new Map(
  Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Unit>),
)

/** The unit of a product that names no unit: one piece. */
export const pieces = 'C62'

/** Packages have a code of Recommendation 21 after an X. */
const packageCode = /^X[A-Z0-9]{2}$/

/** Whether this is a current code of UN/ECE Recommendation 20. */
export function isUnitCode(code: string): boolean {
  return units.has(code) || packageCode.test(code)
}

/** The labels that people use. The recommendation has another name for these, or none. */
const labels: Readonly<Record<string, string>> = {
  C62: 'pcs',
  H87: 'pcs',
  EA: 'pcs',
  XBG: 'bag',
  XBO: 'bottle',
  XBX: 'box',
  XCA: 'can',
  XCT: 'carton',
  XPK: 'pack',
  XPL: 'pail',
  XPX: 'pallet',
  XRO: 'roll',
  XTU: 'tube',
}

/** A short label for documents and mails: the symbol, else the name, else the code itself. */
export function unitLabel(code: string): string {
  const unit = units.get(code)
  return labels[code] ?? unit?.symbol ?? unit?.name ?? code
}
