/** Member states of the union for value added tax, in ISO codes. */
const members: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Codes of their own for what another state's tax covers (articles 6 and 7 of Directive 2006/112/EC). */
const coveredBy: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

/** Parts of member states outside the area of the tax (article 6), by postal code. */
const outside: Readonly<Record<string, RegExp>> = {
  // Büsingen, Heligoland.
  DE: /^(?:78266|27498)$/,
  // The Canary Islands, Ceuta, Melilla.
  ES: /^(?:35\d{3}|38\d{3}|51\d{3}|52\d{3})$/,
  // Åland.
  FI: /^22\d{3}$/,
  // The overseas departments, which some write with the country of the mainland.
  FR: /^(?:97\d|98[4678])\d{2}$/,
  // Mount Athos.
  GR: /^63086$/,
  // Livigno, Campione.
  IT: /^(?:23041|2306[01]|22061)$/,
}

/** Whether Directive 2006/112/EC binds the country. Of the United Kingdom it does so for goods in Northern Ireland at most. */
export function isMember(country: string): boolean {
  return members.has(country)
}

/** Northern Ireland, which is the union's for goods (Windsor Framework) and taxes as the United Kingdom does. */
const northernIreland = /^BT\d/

export type Territory = {
  /** Whose rates hold. */
  readonly country: string
  readonly inUnion: boolean
  /** Politically of that country, outside the area of its tax. */
  readonly outsideArea: boolean
}

export function territoryOf(code: string, postalCode: string | undefined): Territory {
  const country = coveredBy[code] ?? code
  const postal = (postalCode ?? '')
    .toUpperCase()
    .replace(/^[A-Z]{1,2}-(?=\d)/, '')
    .replace(/[\s-]/g, '')
  const outsideArea = outside[country]?.test(postal) ?? false
  const inUnion = members.has(country) || (country === 'GB' && northernIreland.test(postal))
  return { country, inUnion: inUnion && !outsideArea, outsideArea }
}
