import {
  isAbn,
  isBelgianEnterpriseNumber,
  isGln,
  isGstin,
  isJapaneseCorporateNumber,
  isLuhn,
  isMod11,
} from './check-digits.ts'

/**
 * `legal` is BT-30 and BT-47, the company's number in a register; `tax` is BT-32, its number at a tax office beside a
 * VAT id.
 */
export type RegistrationKind = 'legal' | 'tax'

type Rule = {
  /** The common name of the number, which stands on the PDF. */
  readonly label: string
  readonly form: RegExp
  readonly isValid?: (number: string) => boolean
  /** The register, as a code of ISO/IEC 6523. */
  readonly scheme?: string
  /** Converts what people write to what is stored. */
  readonly stored?: (number: string) => string
  readonly example: string
}

export type Registration = {
  readonly number: string
  readonly label: string
  readonly scheme?: string | undefined
}

/** The name of the number in a country. `example`: only if the country has a rule. */
export type RegistrationForm = { readonly label: string; readonly example?: string }

const norwegian = [3, 2, 7, 6, 5, 4, 3, 2]
const danish = [2, 7, 6, 5, 4, 3, 2]
const finnish = [7, 9, 10, 5, 8, 4, 2]
const swiss = [5, 4, 3, 2, 7, 6, 5, 4]

const legal: Readonly<Record<string, Rule>> = {
  AT: { label: 'Firmenbuchnummer', form: /^FN ?[0-9]{1,6}[a-z]$/i, example: 'FN 123456a' },
  AU: { label: 'ABN', form: /^[0-9]{11}$/, isValid: isAbn, scheme: '0151', example: '51824753556' },
  BE: {
    label: 'Enterprise number',
    form: /^[01][0-9]{9}$/,
    isValid: isBelgianEnterpriseNumber,
    scheme: '0208',
    example: '0202239951',
  },
  CH: {
    label: 'UID',
    form: /^CHE[0-9]{9}$/,
    isValid: (number) => isMod11(number.slice(3), swiss),
    scheme: '0183',
    example: 'CHE109322551',
  },
  DK: {
    label: 'CVR number',
    form: /^DK[0-9]{8}$/,
    isValid: (number) => isMod11(number.slice(2), danish),
    scheme: '0184',
    stored: (number) => (number.startsWith('DK') ? number : `DK${number}`),
    example: 'DK13585628',
  },
  FI: {
    label: 'Business ID',
    form: /^[0-9]{7}-?[0-9]$/,
    isValid: (number) => isMod11(number.replace('-', ''), finnish),
    scheme: '0212',
    example: '01120389',
  },
  FR: {
    label: 'SIREN',
    form: /^[0-9]{9}$/,
    isValid: isLuhn,
    scheme: '0002',
    example: '552100554',
  },
  GB: {
    label: 'Company number',
    form: /^(?:[0-9]{8}|[A-Z]{2}[0-9]{6})$/,
    example: '01234567',
  },
  IS: {
    label: 'Kennitala',
    form: /^[0-9]{10}$/,
    isValid: (number) => isMod11(number.slice(0, 9), norwegian),
    scheme: '0196',
    example: '5501692829',
  },
  JP: {
    label: 'Corporate number',
    form: /^[0-9]{13}$/,
    isValid: isJapaneseCorporateNumber,
    scheme: '0188',
    example: '7000012050002',
  },
  NL: { label: 'KVK number', form: /^[0-9]{8}$/, scheme: '0106', example: '12345678' },
  NO: {
    label: 'Organisation number',
    form: /^[0-9]{9}$/,
    isValid: (number) => isMod11(number, norwegian),
    scheme: '0192',
    example: '923609016',
  },
  NZ: {
    label: 'NZBN',
    form: /^94[0-9]{11}$/,
    isValid: isGln,
    scheme: '0088',
    example: '9429041525746',
  },
  SE: {
    label: 'Organisation number',
    form: /^[0-9]{10}$/,
    isValid: isLuhn,
    scheme: '0007',
    example: '5560125790',
  },
  SG: {
    label: 'UEN',
    form: /^(?:[0-9]{8,9}[A-Z]|[RST][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z])$/,
    scheme: '0195',
    example: '200312345A',
  },
}

const tax: Readonly<Record<string, Rule>> = {
  DE: {
    label: 'Steuernummer',
    form: /^[0-9]{2,3}\/?[0-9]{3,4}\/?[0-9]{4,5}$|^[0-9]{13}$/,
    example: '181/815/08155',
  },
  IN: {
    label: 'GSTIN',
    form: /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}$/,
    isValid: isGstin,
    example: '27AAPFU0939F1ZV',
  },
  IT: { label: 'Codice fiscale', form: /^(?:[0-9]{11}|[A-Z0-9]{16})$/, example: '00159560366' },
  JP: {
    label: 'Qualified invoice issuer number',
    form: /^T[0-9]{13}$/,
    isValid: (number) => isJapaneseCorporateNumber(number.slice(1)),
    example: 'T7000012050002',
  },
  US: { label: 'EIN', form: /^[0-9]{2}-[0-9]{7}$/, example: '12-3456789' },
}

const rules = { legal, tax }
const plainLabels = { legal: 'Registration number', tax: 'Tax number' }

/** The longest free text, for countries without a rule here. */
const freeMax = 30

/** The stored form: without the characters that people put between the digits, if the country has a rule. */
export function storedRegistration(kind: RegistrationKind, country: string, typed: string): string {
  const rule = rules[kind][country]
  const tidy = typed.trim().toUpperCase()
  if (!rule) return typed.trim()
  const bare = tidy.replace(/[\s.]/g, '')
  const candidates = [tidy, bare, bare.replaceAll('-', '')]
  const fitting = candidates.find((one) => rule.form.test(rule.stored?.(one) ?? one)) ?? tidy
  return rule.stored?.(fitting) ?? fitting
}

/** Why a stored number is invalid in its country. Undefined if it is valid. */
export function problemOfRegistration(
  kind: RegistrationKind,
  country: string,
  number: string,
): string | undefined {
  const rule = rules[kind][country]
  if (!rule) return number.length <= freeMax ? undefined : `Use ${freeMax} characters at most.`
  const { label, example } = rule
  if (!rule.form.test(number)) return `The ${label} of ${country} looks like ${example}.`
  return rule.isValid?.(number) === false ? `The check digit of the ${label} is wrong.` : undefined
}

/** The name and the form of the number, for people who enter one. */
export function registrationFormOf(kind: RegistrationKind, country: string): RegistrationForm {
  const rule = rules[kind][country]
  return rule ? { label: rule.label, example: rule.example } : { label: plainLabels[kind] }
}

/** The number with its name and its register in its country. */
export function registrationOf(
  kind: RegistrationKind,
  country: string,
  number: string,
): Registration {
  const rule = rules[kind][country]
  const isIts = rule && problemOfRegistration(kind, country, number) === undefined
  return isIts
    ? { number, label: rule.label, scheme: rule.scheme }
    : { number, label: plainLabels[kind] }
}
