/** The member states of the European Union for value added tax, as ISO codes. */
const members: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * Territories with their own ISO code in which another state levies its tax (articles 6 and 7 of Directive
 * 2006/112/EC).
 */
const coveredBy: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

/** Parts of member states outside the VAT area (article 6), by postal code. */
const postalCodesOutside: Readonly<Record<string, RegExp>> = {
  // Büsingen, Heligoland.
  DE: /^(?:78266|27498)$/,
  // The Canary Islands, Ceuta, Melilla.
  ES: /^(?:35\d{3}|38\d{3}|51\d{3}|52\d{3})$/,
  // Åland.
  FI: /^22\d{3}$/,
  // The overseas departments. Some addresses give them with the country code of mainland France.
  FR: /^(?:97\d|98[4678])\d{2}$/,
  // Mount Athos.
  GR: /^63086$/,
  // Livigno, Campione.
  IT: /^(?:23041|2306[01]|22061)$/,
}

/** True if Directive 2006/112/EC binds the country. It binds the United Kingdom for goods in Northern Ireland only. */
export function isMember(country: string): boolean {
  return members.has(country)
}

/** Northern Ireland belongs to the union for goods (Windsor Framework) and taxes as the United Kingdom does. */
const northernIreland = /^BT\d/

export type Territory = {
  /** The country whose rates apply. */
  readonly country: string
  readonly inUnion: boolean
  /** The place belongs to that country, but lies outside its VAT area. */
  readonly outsideArea: boolean
}

export function territoryOf(code: string, postalCode: string | undefined): Territory {
  const country = coveredBy[code] ?? code
  const postal = (postalCode ?? '')
    .toUpperCase()
    .replace(/^[A-Z]{1,2}-(?=\d)/, '')
    .replace(/[\s-]/g, '')
  const outsideArea = postalCodesOutside[country]?.test(postal) ?? false
  const inUnion = members.has(country) || (country === 'GB' && northernIreland.test(postal))
  return { country, inUnion: inUnion && !outsideArea, outsideArea }
}
