import { Decimal } from 'decimal.js'
import { minorUnitsOf } from '#kernel/money'
import type { TaxShare } from '#modules/totals'
import { sumsOf } from './compose.ts'
import type { InvoiceCharge, InvoiceLine } from './invoice.ts'
import { type LeftToCredit, moveToTax, within } from './left-to-credit.ts'
import { taxKey } from './tax-key.ts'

/**
 * BR-S-09 of EN 16931: of what is taxed alike the tax is less than one unit of the currency away from rate x net. Taxes are rounded
 * by line, which is further where the smallest unit is the whole one, as of the yen. Then as little as brings it within goes from the
 * tax to the net amount or back: together they stay what is paid. A credit note stays within what is `left` all the same.
 */
export function withinRule(
  lines: readonly InvoiceLine[],
  charges: readonly InvoiceCharge[],
  left?: LeftToCredit,
): readonly InvoiceLine[] {
  const [first] = lines
  if (!first) return lines
  const { breakdown } = sumsOf(lines, charges, first.net.currency)
  const missing = breakdown.map((share) => [taxKey(share), missingIn(share, left)] as const)
  return moveToTax(lines, new Map(missing))
}

/** How much tax is missing, in minor units; below zero where there is too much of it. */
function missingIn(share: TaxShare, left: LeftToCredit | undefined): bigint {
  const { taxable, amount, rate } = share
  const part = new Decimal(rate).div(100)
  const off = new Decimal(amount.amountMinor.toString()).minus(
    part.times(taxable.amountMinor.toString()),
  )
  const beyond = off.abs().minus(10 ** minorUnitsOf(amount.currency))
  if (beyond.isNegative()) return 0n
  // What goes to the tax is taxed no more: both come nearer.
  const steps = BigInt(beyond.div(part.plus(1)).floor().plus(1).toFixed())
  const wanted = off.isNegative() ? steps : -steps
  const own = left?.get(taxKey(share))
  const whole = taxable.amountMinor + amount.amountMinor
  if (!own || own.net + own.tax < whole) return wanted
  return within(amount.amountMinor + wanted, whole, own) - amount.amountMinor
}
