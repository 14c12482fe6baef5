import { Decimal } from 'decimal.js'
import { minorUnitsOf } from '#kernel/money'
import type { TaxShare } from '#modules/totals'
import type { InvoiceCharge, InvoiceLine } from '../invoice.ts'
import { sumsOf } from './compose.ts'
import { type Left, type LeftOfSupplier, limitTax, moveToTax } from './left-to-credit.ts'
import { countryTaxKey } from './tax-key.ts'

/**
 * Keeps the tax of a document within one minor unit of net x rate, for each tax treatment. Two kinds of documents may
 * be further off: price reductions by hand, whose amounts include tax, and orders from before taxes were rounded by
 * group. Then as little as needed moves from the tax to the net amount or back, and the total stays. A credit note
 * never takes back more net, or more tax, than is `left`.
 */
export function withinRule(
  lines: readonly InvoiceLine[],
  charges: readonly InvoiceCharge[],
  left?: Pick<LeftOfSupplier, 'byTax'>,
): readonly InvoiceLine[] {
  const [first] = lines
  if (!first) return lines
  const { country } = first.tax
  const { breakdown } = sumsOf(lines, charges, first.net.currency)
  const missing = breakdown.map((share) => {
    const key = countryTaxKey({ ...share, country })
    return [key, missingIn(share, left?.byTax.get(key))] as const
  })
  return moveToTax(lines, new Map(missing))
}

/** The missing tax, in minor units; below zero if there is too much. */
function missingIn(share: TaxShare, left: Left | undefined): bigint {
  const { taxable, amount, rate } = share
  const part = new Decimal(rate).div(100)
  const off = new Decimal(amount.amountMinor.toString()).minus(
    part.times(taxable.amountMinor.toString()),
  )
  const beyond = off.abs().minus(1)
  // BR-S-09 of EN 16931 requires less than one unit of the currency.
  const isMinorWhole = minorUnitsOf(amount.currency) === 0
  if (isMinorWhole ? beyond.isNegative() : beyond.lessThanOrEqualTo(0)) return 0n
  // An amount that moves to the tax is no longer taxed: tax and net amount both come nearer.
  const steps = BigInt(beyond.div(part.plus(1)).floor().plus(1).toFixed())
  const target = off.isNegative() ? steps : -steps
  const whole = taxable.amountMinor + amount.amountMinor
  if (!left || left.net + left.tax < whole) return target
  return limitTax(amount.amountMinor + target, whole, left) - amount.amountMinor
}
