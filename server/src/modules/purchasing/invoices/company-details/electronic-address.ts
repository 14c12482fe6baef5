import {
  isAbn,
  isBelgianEnterpriseNumber,
  isGln,
  isLuhn,
  isMod11,
  isMod97,
} from './check-digits.ts'

/** BT-34 and BT-49. */
export type ElectronicAddress = { readonly scheme: string; readonly id: string }

/** The schemes of the Peppol network (its code list of participant identifier schemes). */
const peppolSchemes = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0193 0195 0196 0198 ' +
    '0199 0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 9901 9910 9913 9914 9915 9918 9919 ' +
    '9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 ' +
    '9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
  ).split(' '),
)

/** Further schemes in the code list of the European Commission (EAS). EM is an e-mail address. */
const otherSchemes = new Set(
  '0147 0154 0158 0170 0177 0194 0203 0205 0217 0225 AN AQ AS AU EM'.split(' '),
)

export function isPeppolAddress({ scheme }: ElectronicAddress): boolean {
  return peppolSchemes.has(scheme)
}

type Rule = { readonly form: RegExp; readonly isValid?: (id: string) => boolean }

/** Schemes whose numbers follow a public rule; Peppol refuses documents that break it (PEPPOL-COMMON-R040 to R050). */
const rules: Readonly<Record<string, Rule>> = {
  '0002': { form: /^[0-9]{9}$/, isValid: isLuhn },
  '0007': { form: /^[0-9]{10}$/, isValid: isLuhn },
  '0088': { form: /^[0-9]{13}$/, isValid: isGln },
  '0106': { form: /^[0-9]{8}$/ },
  '0151': { form: /^[0-9]{11}$/, isValid: isAbn },
  '0184': { form: /^DK[0-9]{8}$/ },
  '0192': { form: /^[0-9]{9}$/, isValid: (id) => isMod11(id, [3, 2, 7, 6, 5, 4, 3, 2]) },
  '0201': { form: /^[A-Za-z0-9]{6}$/ },
  '0204': { form: /./, isValid: isLeitwegId },
  '0208': { form: /^[0-9]{10}$/, isValid: isBelgianEnterpriseNumber },
  EM: { form: /^[^\s@]{2,64}@[^\s@]{2,}\.[^\s@]{2,}$/ },
}

/** Why an address is invalid. Undefined if it is valid. */
export function problemOfAddress({ scheme, id }: ElectronicAddress): string | undefined {
  if (!peppolSchemes.has(scheme) && !otherSchemes.has(scheme))
    return `${scheme} is no scheme of the EAS code list.`
  const rule = rules[scheme]
  if (!rule) return undefined
  const isGood = rule.form.test(id) && rule.isValid?.(id) !== false
  return isGood
    ? undefined
    : `The identifier has not the form, or the check digit, of scheme ${scheme}.`
}

/** The address of a German authority, with its check digits (KoSIT, format specification 2.0). */
export function isLeitwegId(text: string): boolean {
  if (!/^[0-9]{2,12}(?:-[A-Z0-9]{1,30})?-[0-9]{2}$/.test(text)) return false
  return isMod97(text.replaceAll('-', ''))
}
