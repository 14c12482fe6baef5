import { locales } from './locale.ts'

/** The two-letter codes of ISO 3166-1. */
const codes: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN ' +
    'BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ ' +
    'DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL ' +
    'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM ' +
    'JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
    'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
    'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD ' +
    'SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
    'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)

export function isCountry(code: string): boolean {
  return codes.has(code)
}

/** The code of a country that is named in one of the languages of the service, such as `Germany` or `Allemagne`. */
export function codeOfCountryName(name: string): string | undefined {
  codesByName ??= readNames()
  return name.length > nameMax ? undefined : codesByName.get(normaliseName(name))
}

const nameMax = 100
let codesByName: ReadonlyMap<string, string> | undefined

function readNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const locale of locales) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      if (name !== undefined) names.set(normaliseName(name), code)
    }
  }
  return names
}

/** Without accents and capital letters. */
function normaliseName(name: string): string {
  return name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Details of a refusal for a client that sent the name of a country in place of its code. */
export function countryMeant(text: string): { readonly didYouMean?: string } {
  const code = codeOfCountryName(text)
  return code === undefined ? {} : { didYouMean: code }
}
