import { isCountry } from '#kernel/country'
import { isMod97 } from './check-digits.ts'

export type BankAccount = {
  /** Without spaces. */
  readonly iban: string
  readonly bic?: string | undefined
  /** BT-85. Default: the name of the company. */
  readonly holder?: string | undefined
}

/** Lengths by country, from the IBAN registry of SWIFT. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

/** Countries in the schemes of the European Payments Council. */
const sepa = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI ' +
    'SK SM VA'
  ).split(' '),
)

/** Why an IBAN is invalid. Undefined if it is valid. */
export function problemOfIban(iban: string): string | undefined {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban))
    return 'An IBAN begins with two letters and two digits.'
  const length = lengths[iban.slice(0, 2)]
  if (length === undefined) return 'The country of the IBAN is not in the IBAN registry.'
  if (iban.length !== length) return `An IBAN of this country has ${length} characters.`
  const isChecked = isMod97(iban.slice(4) + iban.slice(0, 4))
  return isChecked ? undefined : 'The check digits of the IBAN are wrong.'
}

/** ISO 9362. */
export function isBic(bic: string): boolean {
  const country = bic.slice(4, 6)
  return (
    /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) &&
    (isCountry(country) || country === 'XK')
  )
}

/** Whether an amount in this currency can be paid to the account by a SEPA credit transfer. */
export function isSepa(iban: string, currency: string): boolean {
  return currency === 'EUR' && sepa.has(iban.slice(0, 2))
}

/** In groups of four, as people read it. */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** For mails and the audit log: enough to recognise a known account. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 4)}…${iban.slice(-4)}`
}
