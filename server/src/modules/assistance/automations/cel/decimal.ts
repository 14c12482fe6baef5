/** An exact amount, which CEL does not have: `decimal("12.50") > decimal("9.5")`. */
export class CelDecimal {
  readonly units: bigint
  readonly scale: number

  constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }
}

const shape = /^(-?)([0-9]{1,30})(?:\.([0-9]{1,20}))?$/

/** Throws if the text is no plain decimal number. */
export function celDecimal(text: string): CelDecimal {
  const [, sign = '', whole = '', fraction = ''] = shape.exec(text) ?? []
  if (whole === '') throw new Error('That is no decimal number.')
  return new CelDecimal(BigInt(sign + whole + fraction), fraction.length)
}

/** Negative, zero or positive, as the first is below, equal to or above the second. */
export function compareDecimals(one: CelDecimal, other: CelDecimal): number {
  const scale = Math.max(one.scale, other.scale)
  const difference = unitsAtScale(one, scale) - unitsAtScale(other, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function unitsAtScale({ units, scale }: CelDecimal, target: number): bigint {
  return scale === target ? units : units * 10n ** BigInt(target - scale)
}
