import { Decimal } from 'decimal.js'
import type { Token } from '../tokens.ts'
import type { CurrencyFound } from './currencies.ts'

/** `12 TEUR`, `80 T€`, `5 kEUR`: thousands. */
export function thousandsAt(tokens: readonly Token[], at: number): CurrencyFound | undefined {
  const [token, sign] = [tokens[at], tokens[at + 1]]
  const code = token && thousandsCode(token)
  if (code) return { code, next: at + 1 }
  const isGlued = /^[Tk]$/.test(token?.text ?? '') && token?.end === sign?.start
  return isGlued && sign?.text === '€' ? { code: 'EUR', next: at + 2 } : undefined
}

/** The currency of `TEUR`. */
export function thousandsCode({ lower }: Token): string | undefined {
  return /^[tk](eur|usd|chf|gbp)$/.exec(lower)?.[1]?.toUpperCase()
}

/** `1.100,- €` and `1'400.–` have no cents. */
export function dashEnd(tokens: readonly Token[], next: number): number {
  const [figures, mark, dash] = [tokens[next - 1], tokens[next], tokens[next + 1]]
  const isMark = /^[.,]$/.test(mark?.text ?? '') && figures?.end === mark?.start
  return isMark && /^[-–—]$/.test(dash?.text ?? '') && mark?.end === dash?.start ? next + 2 : next
}

/** The amount in whole units of its currency. */
export function amountOf(
  value: string | undefined,
  code: string | undefined,
  isThousands: boolean,
): string | undefined {
  if (value === undefined) return undefined
  if (isThousands) return new Decimal(value).times(1_000).toFixed()
  return code === 'cent' ? inCents(value) : value
}

function inCents(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const padded = whole.padStart(3, '0')
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`
}
