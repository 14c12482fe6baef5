import { type Money, money } from '#kernel/money'
import type { Invoice, InvoiceContent, InvoiceLine } from '../invoice.ts'
import { countryTaxKey } from './tax-key.ts'

/** Amounts that are taxed alike, in minor units: what was invoiced, and what no credit note has taken back of it. */
export type Left = {
  readonly invoiced: { readonly net: bigint; readonly tax: bigint }
  readonly net: bigint
  readonly tax: bigint
}

/** Keyed by `countryTaxKey`. */
type LeftToCredit = ReadonlyMap<string, Left>

/** Keyed by the number of the line. */
export type LeftOfLines = ReadonlyMap<number, Left>

export type LeftOfSupplier = { readonly byTax: LeftToCredit; readonly byLine: LeftOfLines }

export type TaxedDocument = Pick<Invoice, 'kind'> & {
  readonly content: Pick<InvoiceContent, 'lines' | 'charges'>
}

const nothing: Left = { invoiced: { net: 0n, tax: 0n }, net: 0n, tax: 0n }

/** What the documents of a supplier leave for its next credit note. */
export function leftToCredit(documents: readonly TaxedDocument[]): LeftToCredit {
  return leftBy(documents, ({ lines, charges }) => [
    ...lines.map(({ net, tax }) => ({ key: countryTaxKey(tax), net, tax: tax.amount })),
    ...charges.map(({ amount, tax }) => ({
      key: countryTaxKey(tax),
      net: amount,
      tax: tax.amount,
    })),
  ])
}

/** The same by the number of the order's line. Reductions in older documents do not say their lines. */
export function leftOfLines(documents: readonly TaxedDocument[]): LeftOfLines {
  return leftBy(documents, ({ lines }) =>
    lines.flatMap(({ lineNumber, sku, net, tax, parts = [] }) =>
      sku === undefined
        ? parts.flatMap(({ lineNumber: key, ...part }) =>
            key === undefined ? [] : [{ key, ...part }],
          )
        : [{ key: lineNumber, net, tax: tax.amount }],
    ),
  )
}

function leftBy<Key>(
  documents: readonly TaxedDocument[],
  partsOf: (
    content: TaxedDocument['content'],
  ) => readonly { readonly key: Key; readonly net: Money; readonly tax: Money }[],
): ReadonlyMap<Key, Left> {
  const left = new Map<Key, Left>()
  for (const { kind, content } of documents) {
    for (const { key, ...part } of partsOf(content)) {
      const before = left.get(key) ?? nothing
      const [net, tax] = [part.net.amountMinor, part.tax.amountMinor]
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
 * Credits no more net and no more tax of a line than its documents left of it, and moves cents between both for that. So the last
 * credit of a line closes it.
 */
export function limitToLines(
  lines: readonly InvoiceLine[],
  { byLine }: Pick<LeftOfSupplier, 'byLine'>,
): readonly InvoiceLine[] {
  return lines.map((line) => {
    const left = byLine.get(line.lineNumber)
    const tax = line.tax.amount.amountMinor
    const whole = line.net.amountMinor + tax
    if (!left || left.net + left.tax < whole) return line
    return withTax(line, limitTax(tax, whole, left) - tax)
  })
}

/**
 * The lines of goods that came back. After a price reduction, rounding by pieces and rounding by amounts may differ by
 * cents. These cents move from the net amount to the tax or back, so that neither is credited beyond what was invoiced.
 */
export function limitToInvoiced(
  lines: readonly InvoiceLine[],
  { byTax }: Pick<LeftOfSupplier, 'byTax'>,
): readonly InvoiceLine[] {
  const missing = new Map<string, bigint>()
  for (const [key, alike] of Map.groupBy(lines, ({ tax }) => countryTaxKey(tax))) {
    const tax = alike.reduce((sum, line) => sum + line.tax.amount.amountMinor, 0n)
    const whole = alike.reduce((sum, { net }) => sum + net.amountMinor, tax)
    const left = byTax.get(key)
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
  const moved = new Map(
    [...Map.groupBy(lines, ({ tax }) => countryTaxKey(tax))].flatMap(([key, alike]) => {
      const parts = alike.map(({ net, tax }) => ({ net, tax: tax.amount }))
      const moves = movesIn(parts, amounts.get(key) ?? 0n)
      return alike.map((line, at) => [line, moves[at] ?? 0n] as const)
    }),
  )
  return lines.map((line) => withTax(line, moved.get(line) ?? 0n))
}

/** How much of an amount moves from the net amount of each part to its tax. The largest part comes first, because there it matters least. */
function movesIn(
  parts: readonly { readonly net: Money; readonly tax: Money }[],
  amount: bigint,
): bigint[] {
  const moves = parts.map(() => 0n)
  const bySize = [...parts.entries()].sort(([, one], [, other]) =>
    Number(other.net.amountMinor - one.net.amountMinor),
  )
  let rest = amount
  for (const [at, { net, tax }] of bySize) {
    const moved = clamp(rest, -tax.amountMinor, net.amountMinor)
    moves[at] = moved
    rest -= moved
  }
  return moves
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
  if (more === 0n) return line
  const { gross, net, tax, parts } = line
  const by = ({ amountMinor, currency }: Money, minor: bigint) =>
    money(amountMinor + minor, currency)
  const moves = movesIn(parts ?? [], more)
  return {
    ...line,
    gross: by(gross, -more),
    net: by(net, -more),
    tax: { ...tax, amount: by(tax.amount, more) },
    ...(parts && {
      parts: parts.map((part, at) => {
        const moved = moves[at] ?? 0n
        return { ...part, net: by(part.net, -moved), tax: by(part.tax, moved) }
      }),
    }),
  }
}

function addNetAndTax(
  one: { readonly net: bigint; readonly tax: bigint },
  other: { readonly net: bigint; readonly tax: bigint },
) {
  return { net: one.net + other.net, tax: one.tax + other.tax }
}
