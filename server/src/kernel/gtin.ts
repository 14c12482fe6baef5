/** Eight, twelve, thirteen or fourteen digits with a valid check digit (GS1 General Specifications, 7.9). */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length - 1; at += 1) {
    const weight = (digits.length - at) % 2 === 0 ? 3 : 1
    sum += Number(digits[at]) * weight
  }
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1))
}
