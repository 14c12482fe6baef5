import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLocale, type Locale } from '#kernel/locale'
import { isWhole, oneUnit, type Quantity } from '#kernel/quantity'
import { defineTexts } from '#platform/texts'
import english from '../../../texts/en/units.json' with { type: 'json' }

type Unit = { readonly name: string; readonly symbol?: string; readonly divisible?: true }

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

/** Whether a quantity in this unit may have decimals: metres and hours may, pieces and packages may not. */
export function isDivisible(code: string): boolean {
  return units.get(code)?.divisible ?? false
}

/** The smallest quantity in this unit, of which all others are multiples: a thousandth of a metre, one piece. */
export function smallestQuantity(code: string): Quantity {
  return isDivisible(code) ? 1n : oneUnit
}

/** Whether a quantity in this unit may have these decimals. */
export function fitsUnit(quantity: Quantity, code: string): boolean {
  return isWhole(quantity) || isDivisible(code)
}

const write = defineTexts('units', english)

/** The units whose labels people use. The recommendation has another name for these, or none. */
const labels: Readonly<Record<string, keyof typeof english>> = {
  C62: 'pieces',
  H87: 'pieces',
  EA: 'pieces',
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

/**
 * A short label for documents and mails: the symbol, else the name, else the code itself. The recommendation has its names in
 * English only.
 */
export function unitLabel(code: string, locale: Locale = defaultLocale): string {
  const unit = units.get(code)
  const label = labels[code]
  return label ? write(locale, label) : (unit?.symbol ?? unit?.name ?? code)
}
