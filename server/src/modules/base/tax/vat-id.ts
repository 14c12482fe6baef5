/**
 * What identifies a business for value added tax in the union, as the VIES service of the European Commission lists the
 * forms. Northern Ireland (XI) is treated as a member for goods. A form says nothing about whether the number is
 * registered: that is asked at VIES, which is outside of this service.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  EL: /^EL\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(?:\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL[A-Z0-9+*]{9}B\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO[1-9]\d{1,9}$/,
  SE: /^SE\d{10}01$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
  XI: /^XI(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/**
 * The member state that issued the VAT id, as an ISO code (Greece writes EL), with GB for Northern Ireland. Undefined
 * for any other text.
 */
export function issuerOfVatId(vatId: string | undefined): string | undefined {
  const prefix = vatId?.slice(0, 2) ?? ''
  if (vatId === undefined || !forms[prefix]?.test(vatId)) return undefined
  if (prefix === 'EL') return 'GR'
  return prefix === 'XI' ? 'GB' : prefix
}
