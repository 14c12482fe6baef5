/** Check digits of public numbers. Each function takes a text that has the right form already. */

const digitsOf = (text: string) => Array.from(text, Number)

const weightedSum = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)

/** ISO 7064 MOD 97-10, with letters as two digits: IBAN (ISO 13616) and Leitweg-ID. */
export function isMod97(text: string): boolean {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** ISO/IEC 7812-1: SIREN, SIRET, Swedish organisation numbers, Italian VAT numbers. */
export function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((all, digit, at) => {
      const value = at % 2 === 0 ? digit : digit * 2
      return all + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** GS1: GLN, and the New Zealand business number, which is one. */
export function isGln(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The last digit makes the weighted sum a multiple of 11. Numbers whose check digit would be 10 do not exist. */
export function isMod11(text: string, weights: readonly number[]): boolean {
  const digits = digitsOf(text)
  const check = (11 - (weightedSum(digits, weights) % 11)) % 11
  return check === digits[weights.length]
}

/** Corporate numbers of Japan: the first of 13 digits checks the others (ordinance of the Ministry of Finance no. 70 of 2014). */
export function isJapaneseCorporateNumber(text: string): boolean {
  const [check, ...rest] = digitsOf(text)
  const sum = rest.reverse().reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 2), 0)
  return check === 9 - (sum % 9)
}

/** Australian business numbers: the first digit less one, then a multiple of 89. */
export function isAbn(text: string): boolean {
  const [first = 0, ...rest] = digitsOf(text)
  return weightedSum([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0
}

/** Enterprise numbers of Belgium: the last two of ten digits are 97 less the rest of the first eight. */
export function isBelgianEnterpriseNumber(text: string): boolean {
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))
}

/** GSTIN of India: 15 characters in base 36, the last one a check character. */
export function isGstin(text: string): boolean {
  const values = Array.from(text, (character) => Number.parseInt(character, 36))
  const sum = values.slice(0, -1).reduce((all, value, at) => {
    const product = value * (at % 2 === 0 ? 1 : 2)
    return all + Math.floor(product / 36) + (product % 36)
  }, 0)
  return (36 - (sum % 36)) % 36 === values.at(-1)
}
