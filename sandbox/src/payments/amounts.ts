/**
 * Amounts as the wire has them: decimal strings. The merchant decides how many decimals an amount has, and the provider keeps them.
 * Written without the code of the service, so that it checks the service independently.
 */
const amountShape = /^[0-9]{1,15}(?:\.([0-9]{1,4}))?$/

/** The decimals that an amount has. Undefined: it is not an amount. */
export function placesOf(amount: string): number | undefined {
  const match = amountShape.exec(amount)
  return match ? (match[1]?.length ?? 0) : undefined
}

/** In the smallest unit of an amount with that many decimals. Undefined: it is not an amount, or has more decimals. */
export function unitsOf(amount: string, places: number): bigint | undefined {
  const own = placesOf(amount)
  if (own === undefined || own > places) return undefined
  return BigInt(amount.replace('.', '')) * 10n ** BigInt(places - own)
}

export function amountOf(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
