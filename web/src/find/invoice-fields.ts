import type { paths } from '@purveyor/sdk'
import type { InvoiceDetails } from '../api-types.ts'
import type { Words } from '../language/words.ts'

type Route = paths['/admin/companies/{companyId}/invoice-details']['patch']
export type InvoiceDetailsChange = Route['requestBody']['content']['application/json']

export const profiles: Readonly<Record<InvoiceDetails['profile'], string>> = {
  EN16931: 'EN 16931',
  PEPPOL_BIS_3: 'Peppol BIS Billing 3.0',
  XRECHNUNG_3: 'XRechnung 3.0',
}

/** Turns the API's name of a missing detail, such as `supplier.contact` or `buyer.buyerReference`, into words. */
export function detailWords({ find }: Words, missing: string): string {
  return find(`invoiceDetails.detail.${missing.replace(/^(?:supplier|buyer)\./, '')}`) ?? missing
}

/** In the order of the form. The limits are those of the API. */
export const groups = [
  {
    name: 'bankAccount',
    fields: { 'bankAccount.iban': 42, 'bankAccount.bic': 14, 'bankAccount.holder': 70 },
  },
  {
    name: 'contact',
    fields: { 'contact.name': 100, 'contact.phone': 40, 'contact.email': 254 },
  },
  {
    name: 'electronicAddress',
    fields: { 'electronicAddress.scheme': 4, 'electronicAddress.id': 100 },
  },
  { name: 'registration', fields: { legalRegistration: 40, taxRegistration: 40 } },
  { name: 'buyer', fields: { buyerReference: 100 } },
] as const

type Union<Group> = Group extends { readonly fields: infer Fields } ? keyof Fields : never
export type TextField = Union<(typeof groups)[number]>
export type InvoiceField = TextField | 'profile'

export const textFields = groups.flatMap(({ fields }) => Object.keys(fields)) as TextField[]
export const allFields: readonly InvoiceField[] = [...textFields, 'profile']

export type Entered = Readonly<Record<TextField, string>> & {
  readonly profile: InvoiceDetails['profile']
}

/** What belongs into a field. The country of the company decides how its numbers are called and how they look. */
export function descriptionOf(
  { t, find }: Words,
  field: TextField,
  details: InvoiceDetails,
): string | undefined {
  const forms = details.registrationForms
  const form = { legalRegistration: forms.legal, taxRegistration: forms.tax }[field as string]
  if (!form) return find(`invoiceDetails.hint.${field}`)
  const { label: name, example } = form
  return example === undefined
    ? t('invoiceDetails.hint.registrationFree', { name })
    : t('invoiceDetails.hint.registration', { name, example })
}

export function enteredOf(details: InvoiceDetails): Entered {
  const { bankAccount, contact, electronicAddress } = details
  return {
    'bankAccount.iban': bankAccount?.iban ?? '',
    'bankAccount.bic': bankAccount?.bic ?? '',
    'bankAccount.holder': bankAccount?.holder ?? '',
    'contact.name': contact?.name ?? '',
    'contact.phone': contact?.phone ?? '',
    'contact.email': contact?.email ?? '',
    'electronicAddress.scheme': electronicAddress?.scheme ?? '',
    'electronicAddress.id': electronicAddress?.id ?? '',
    legalRegistration: details.legalRegistration ?? '',
    taxRegistration: details.taxRegistration ?? '',
    buyerReference: details.buyerReference ?? '',
    profile: details.profile,
  }
}

/** Only the differences, so that two operators do not undo each other's changes. Undefined if there are none. */
export function changeOf(before: Entered, now: Entered): InvoiceDetailsChange | undefined {
  const word = (field: TextField) => now[field].trim()
  const orNull = (text: string) => (text === '' ? null : text)
  const hasChanged = (start: string) =>
    allFields.some((field) => field.startsWith(start) && before[field] !== now[field])
  const isEmpty = (start: string) =>
    textFields.every((field) => !field.startsWith(start) || word(field) === '')
  const optional = (name: string, field: TextField) =>
    word(field) === '' ? {} : { [name]: word(field) }
  const change: InvoiceDetailsChange = {
    ...(hasChanged('bankAccount') && {
      bankAccount: isEmpty('bankAccount')
        ? null
        : {
            iban: word('bankAccount.iban'),
            ...optional('bic', 'bankAccount.bic'),
            ...optional('holder', 'bankAccount.holder'),
          },
    }),
    ...(hasChanged('contact') && {
      contact: isEmpty('contact')
        ? null
        : {
            name: word('contact.name'),
            phone: word('contact.phone'),
            email: word('contact.email'),
          },
    }),
    ...(hasChanged('electronicAddress') && {
      electronicAddress: isEmpty('electronicAddress')
        ? null
        : { scheme: word('electronicAddress.scheme'), id: word('electronicAddress.id') },
    }),
    ...(hasChanged('legalRegistration') && {
      legalRegistration: orNull(word('legalRegistration')),
    }),
    ...(hasChanged('taxRegistration') && { taxRegistration: orNull(word('taxRegistration')) }),
    ...(hasChanged('buyerReference') && { buyerReference: orNull(word('buyerReference')) }),
    ...(hasChanged('profile') && { profile: now.profile }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}
