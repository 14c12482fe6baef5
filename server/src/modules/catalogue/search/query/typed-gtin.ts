const lengths: ReadonlySet<number> = new Set([8, 12, 13, 14])
const shape = /^\d+(?:[\s\u00a0\u2009\u202f\u2010-\u2015-]+\d+)+$/

/**
 * Returns the digits of a query that is one GTIN with blanks or hyphens, as labels and invoices print them. Undefined
 * for any other query: without a valid check digit, neighbouring numbers are measures.
 */
export function typedGtin(query: string): string | undefined {
  const text = query.trim()
  if (!shape.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return lengths.has(digits.length) && hasCheckDigit(digits) ? digits : undefined
}

/** GS1: from the right, digits count once and three times in turn, and the sum is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    return all + Number(digit) * (at % 2 === 0 ? 1 : 3)
  }, 0)
  return sum % 10 === 0
}
