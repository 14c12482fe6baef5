import type { paths } from '@purveyor/sdk'
import type { InvoiceDetails } from '../api-types.ts'

type Route = paths['/admin/companies/{companyId}/invoice-details']['patch']
export type InvoiceDetailsChange = Route['requestBody']['content']['application/json']

export const profiles: Readonly<Record<InvoiceDetails['profile'], string>> = {
  EN16931: 'EN 16931',
  PEPPOL_BIS_3: 'Peppol BIS Billing 3.0',
  XRECHNUNG_3: 'XRechnung 3.0',
}

/** Turns the API's name of a missing detail, such as `supplier.contact` or `buyer.buyerReference`, into words. */
export function detailWords(missing: string): string {
  return wordsOf[missing.replace(/^(?:supplier|buyer)\./, '')] ?? missing
}

const wordsOf: Readonly<Record<string, string>> = {
  electronicAddress: 'an electronic address that the format knows',
  contact: 'a contact',
  billingAddress: 'the billing address (by API: PATCH /admin/companies/{companyId})',
  bankAccount: 'a bank account',
  buyerReference: 'a buyer reference',
  legalRegistration: 'the number in the register of companies',
  greekTaxMark: 'a mark of the Greek tax office, which Purveyor does not support',
}

export type FieldWords = {
  readonly label: string
  readonly description?: string
  readonly maxLength: number
}

/** In the order of the form. The limits are those of the API. */
export const groups = [
  {
    title: 'Bank account',
    fields: {
      'bankAccount.iban': { label: 'IBAN', maxLength: 42 },
      'bankAccount.bic': { label: 'BIC', maxLength: 14 },
      'bankAccount.holder': {
        label: 'Account holder',
        description: 'Leave it empty for the name of the company.',
        maxLength: 70,
      },
    },
  },
  {
    title: 'Contact for questions about invoices',
    fields: {
      'contact.name': { label: 'Name', maxLength: 100 },
      'contact.phone': { label: 'Telephone', maxLength: 40 },
      'contact.email': { label: 'E-mail address of the contact', maxLength: 254 },
    },
  },
  {
    title: 'Electronic address to send and receive invoices',
    fields: {
      'electronicAddress.scheme': {
        label: 'Scheme',
        description:
          'A code of the EAS list, such as 0088 (GLN), 0204 (Leitweg-ID) or EM (e-mail).',
        maxLength: 4,
      },
      'electronicAddress.id': { label: 'Address', maxLength: 100 },
    },
  },
  {
    title: 'Registration numbers',
    fields: {
      legalRegistration: {
        label: 'Register of companies',
        maxLength: 40,
      },
      taxRegistration: {
        label: 'Tax office',
        maxLength: 40,
      },
    },
  },
  {
    title: 'Invoices to the company',
    fields: {
      buyerReference: {
        label: 'Buyer reference',
        description:
          'All invoices to the company have it. Authorities in Germany use a Leitweg-ID.',
        maxLength: 100,
      },
    },
  },
] as const satisfies readonly {
  readonly title: string
  readonly fields: Readonly<Record<string, FieldWords>>
}[]

type Union<Group> = Group extends { readonly fields: infer Fields } ? keyof Fields : never
export type TextField = Union<(typeof groups)[number]>
export type InvoiceField = TextField | 'profile'

export const textFields = groups.flatMap(({ fields }) => Object.keys(fields)) as TextField[]
export const allFields: readonly InvoiceField[] = [...textFields, 'profile']

export type Entered = Readonly<Record<TextField, string>> & {
  readonly profile: InvoiceDetails['profile']
}

/** The country of the company decides what its numbers are called and how they look. */
export function descriptionOf(field: TextField, details: InvoiceDetails): string | undefined {
  const { legal, tax } = details.registrationForms
  if (field === 'legalRegistration') return formWords(legal)
  if (field === 'taxRegistration') return formWords(tax)
  return undefined
}

function formWords({ label, example }: InvoiceDetails['registrationForms']['tax']): string {
  return example === undefined
    ? `${label}, 30 characters at most.`
    : `${label}, such as ${example}.`
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
