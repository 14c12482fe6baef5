import formsByCountry from '../../../data/addresses/postal-codes.json' with { type: 'json' }

const forms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(formsByCountry))

/** The countries with known forms. */
export const postalCountries: readonly string[] = [...forms.keys()]

/**
 * The forms that a postal code of this country may have, if the code has none of them. In a form `9` is a digit, `A` a letter and
 * `X` either. Undefined if the code is fine, or if the country has no postal codes.
 */
export function missedPostalForms(
  country: string,
  postalCode: string,
): readonly string[] | undefined {
  const known = forms.get(country)
  if (!known) return undefined
  const written = postalCode.toUpperCase().trim()
  const own = written.startsWith(country) ? written.slice(country.length) : written
  const codes = [written, written.replace(prefix, ''), own]
  return known.some((form) => codes.some((code) => compact(form) === shapeOf(code, form)))
    ? undefined
    : known
}

/** Some write the country before the code: `D-20457`, `LV-1010`. */
const prefix = /^[A-Z]{1,3}[- ](?=\d)/

const compact = (text: string) => text.replace(/[\s\p{Pd}]/gu, '')

/** The code with its digits and letters replaced by those of the form, so that a code of this form equals it. */
function shapeOf(code: string, form: string): string {
  const places = compact(form)
  return [...compact(code)]
    .map((sign, index) => {
      if (places[index] === 'X') return /^[0-9A-Z]$/.test(sign) ? 'X' : sign
      return sign.replace(/[0-9]/, '9').replace(/[A-Z]/, 'A')
    })
    .join('')
}
