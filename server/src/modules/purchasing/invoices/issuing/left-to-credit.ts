import { type Money, money } from '#kernel/money'
import type { Invoice, InvoiceLine } from '../invoice.ts'
import { countryTaxKey } from './tax-key.ts'

/** Amounts that are taxed alike, in minor units: what was invoiced, and what no credit note has taken back of it. */
export type Left = {
  readonly invoiced: { readonly net: bigint; readonly tax: bigint }
  readonly net: bigint
  readonly tax: bigint
}

/** Keyed by `countryTaxKey`. */
export type LeftToCredit = ReadonlyMap<string, Left>

const nothing: Left = { invoiced: { net: 0n, tax: 0n }, net: 0n, tax: 0n }

/** What the documents of a supplier leave for its next credit note. */
export function leftToCredit(documents: readonly Invoice[]): LeftToCredit {
  const left = new Map<string, Left>()
  for (const { kind, content } of documents) {
    const ofLines = content.lines.map((line) => ({ amount: line.net, tax: line.tax }))
    for (const part of [...ofLines, ...content.charges]) {
      const key = countryTaxKey(part.tax)
      const before = left.get(key) ?? nothing
      const [net, tax] = [part.amount.amountMinor, part.tax.amount.amountMinor]
      const sign = kind === 'INVOICE' ? 1n : -1n
      left.set(key, {
        invoiced:
          kind === 'INVOICE' ? addNetAndTax(before.invoiced, { net, tax }) : before.invoiced,
        net: before.net + sign * net,
        tax: before.tax + sign * tax,
      })
    }
  }
  return left
}

/**
 * The tax in an amount without goods. The rest keeps its share of the invoiced tax, whatever went before, so the tax of
 * many small amounts is not rounded away, and the last of them leaves neither net nor tax. Undefined if less than the
 * amount was invoiced.
 */
export function taxInReduction(amount: Money, left: Left | undefined): Money | undefined {
  if (!left) return undefined
  const { invoiced } = left
  const stays = left.net + left.tax - amount.amountMinor
  const whole = invoiced.net + invoiced.tax
  if (stays < 0n || whole <= 0n) return undefined
  const staying = (stays * invoiced.tax * 2n + whole) / (2n * whole)
  return money(limitTax(left.tax - staying, amount.amountMinor, left), amount.currency)
}

/**
 * The lines of goods that came back. After a price reduction, rounding by pieces and rounding by amounts may differ by
 * cents. These cents move from the net amount to the tax or back, so that neither is credited beyond what was invoiced.
 */
export function limitToInvoiced(
  lines: readonly InvoiceLine[],
  leftOf: LeftToCredit,
): readonly InvoiceLine[] {
  const missing = new Map<string, bigint>()
  for (const [key, alike] of Map.groupBy(lines, ({ tax }) => countryTaxKey(tax))) {
    const tax = alike.reduce((sum, line) => sum + line.tax.amount.amountMinor, 0n)
    const whole = alike.reduce((sum, { net }) => sum + net.amountMinor, tax)
    const left = leftOf.get(key)
    if (left && left.net + left.tax >= whole) missing.set(key, limitTax(tax, whole, left) - tax)
  }
  return moveToTax(lines, missing)
}

/**
 * Moves this amount from the net amounts of lines that are taxed alike to their tax, or back, as far as they have it.
 */
export function moveToTax(
  lines: readonly InvoiceLine[],
  amounts: ReadonlyMap<string, bigint>,
): readonly InvoiceLine[] {
  const rest = new Map(amounts)
  return lines.map((line) => {
    const key = countryTaxKey(line.tax)
    const target = rest.get(key) ?? 0n
    const moved = clamp(target, -line.tax.amount.amountMinor, line.net.amountMinor)
    rest.set(key, target - moved)
    return moved === 0n ? line : withTax(line, moved)
  })
}

/** The tax of an amount, limited so that neither the tax nor the net amount exceeds what is left. */
export function limitTax(tax: bigint, whole: bigint, left: Left): bigint {
  return clamp(tax, whole > left.net ? whole - left.net : 0n, whole < left.tax ? whole : left.tax)
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least
  return value > most ? most : value
}

function withTax(line: InvoiceLine, more: bigint): InvoiceLine {
  const { gross, net, tax } = line
  const by = ({ amountMinor, currency }: Money, minor: bigint) =>
    money(amountMinor + minor, currency)
  return {
    ...line,
    gross: by(gross, -more),
    net: by(net, -more),
    tax: { ...tax, amount: by(tax.amount, more) },
  }
}

function addNetAndTax(
  one: { readonly net: bigint; readonly tax: bigint },
  other: { readonly net: bigint; readonly tax: bigint },
) {
  return { net: one.net + other.net, tax: one.tax + other.tax }
}
