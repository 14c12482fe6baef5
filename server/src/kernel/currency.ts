/**
 * The minor units of every current currency, from table A.1 of ISO 4217 (SIX Financial Information, maintenance agency). `Intl` is
 * no source for them: it gives the digits for display, which differ for HUF, IQD and COP.
 */
const codesByMinorUnits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
    'CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP ' +
    'GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK ' +
    'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST ' +
    'XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const minorUnits: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByMinorUnits).flatMap(([units, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(units)]),
  ),
)

export function isCurrency(code: string): boolean {
  return minorUnits.has(code)
}

/** Decimal places of the smallest unit that is booked: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorUnitsOf(currency: string): number {
  const units = minorUnits.get(currency)
  if (units === undefined) throw new Error(`${currency} is not a currency of ISO 4217`)
  return units
}
