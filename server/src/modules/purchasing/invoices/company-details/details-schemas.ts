import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { BankAccount } from './bank-account.ts'
import type { DetailsView } from './details-service.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const profileName = Type.Enum(['EN16931', 'PEPPOL_BIS_3', 'XRECHNUNG_3'], {
  title: 'InvoiceProfile',
  description:
    'EN16931: the European norm alone. PEPPOL_BIS_3: Peppol BIS Billing 3.0. XRECHNUNG_3: XRechnung 3.0, which German authorities require.',
})

export const BankAccountView = record(
  'BankAccount',
  'The bank account to which buyers on net terms pay. BT-84 to BT-86.',
  {
    iban: Type.String({
      minLength: 5,
      maxLength: 42,
      description: 'The IBAN, with or without spaces.',
    }),
    bic: Type.Optional(Type.String({ minLength: 8, maxLength: 14 })),
    holder: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 70,
        pattern: '\\S',
        description: 'The account holder. Default: the name of the company.',
      }),
    ),
  },
)

export const ContactView = record('Contact', 'The contact for questions about an invoice. BG-6.', {
  name: Text(100),
  phone: Text(40),
  email: Type.String({ maxLength: 254, pattern: '^[^\\s@]{2,}@[^\\s@.][^\\s@]*[^\\s@.]$' }),
})

export const ElectronicAddressView = record(
  'ElectronicAddress',
  'The electronic address where a company sends and receives invoices. BT-34 and BT-49.',
  {
    scheme: Type.String({
      pattern: '^(?:[0-9]{4}|[A-Z]{2})$',
      maxLength: 4,
      description: 'A code of the EAS list, such as 0088 (GLN), 0204 (Leitweg-ID) or EM (e-mail).',
    }),
    id: Text(100),
  },
)

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const legalWords =
  'The number in the company register, in the form of its country (BT-30, BT-47): SIREN, KVK, CVR and others. In other countries it is free text of 30 characters.'
const taxWords =
  'The tax number of the company in addition to its VAT id (BT-32), such as the T number of a qualified invoice issuer in Japan. In countries without a rule it is free text of 30 characters.'
const referenceWords = 'The reference on all invoices to the company (BT-10), such as a Leitweg-ID.'

const example = {
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  contact: { name: 'Accounts', phone: '+49 40 123456', email: 'accounts@kabelwerk.example' },
  electronicAddress: { scheme: '0088', id: '4000001123452' },
}

export const ChangeInvoiceDetailsBody = record(
  'ChangeInvoiceDetails',
  'The invoice details of the company that change.',
  {
    bankAccount: orNull(BankAccountView),
    contact: orNull(ContactView),
    electronicAddress: orNull(ElectronicAddressView),
    legalRegistration: orNull(
      Type.String({ minLength: 1, maxLength: 40, pattern: '\\S', description: legalWords }),
    ),
    taxRegistration: orNull(
      Type.String({ minLength: 1, maxLength: 40, pattern: '\\S', description: taxWords }),
    ),
    profile: Type.Optional(profileName),
    buyerReference: orNull(
      Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: referenceWords }),
    ),
  },
  { minProperties: 1, examples: [example] },
)

const RegistrationFormView = record(
  'RegistrationForm',
  'The name and the form of a registration number in a country.',
  {
    label: Type.String({ examples: ['Qualified invoice issuer number'] }),
    example: Type.Optional(
      Type.String({
        description: 'An example of the number. Absent in countries without a rule.',
        examples: ['T7000012050002'],
      }),
    ),
  },
)

export const InvoiceDetailsView = record(
  'InvoiceDetails',
  'The details of a company that its invoices need.',
  {
    companyId: Type.String(),
    bankAccount: Type.Optional(BankAccountView),
    contact: Type.Optional(ContactView),
    electronicAddress: Type.Optional(ElectronicAddressView),
    legalRegistration: Type.Optional(Type.String({ description: legalWords })),
    taxRegistration: Type.Optional(Type.String({ description: taxWords })),
    profile: profileName,
    buyerReference: Type.Optional(Type.String({ description: referenceWords })),
    registrationForms: Type.Object(
      { legal: RegistrationFormView, tax: RegistrationFormView },
      { description: 'The forms of registration numbers in the country of the company.' },
    ),
    asSupplier: Type.Array(
      record('InvoiceProfileGaps', 'An invoice profile, and the details that are missing for it.', {
        profile: profileName,
        missing: Type.Array(Type.String()),
      }),
      {
        description:
          'The details that the company must enter before it can send each profile. Until then its documents use EN 16931 and name the missing details.',
      },
    ),
  },
  {
    examples: [
      {
        companyId: 'co_01m7xb82dw3khw78phh28dvacd',
        ...example,
        profile: 'EN16931' as const,
        registrationForms: {
          legal: { label: 'Registration number' },
          tax: { label: 'Steuernummer', example: '181/815/08155' },
        },
        asSupplier: [
          { profile: 'PEPPOL_BIS_3' as const, missing: [] },
          { profile: 'XRECHNUNG_3' as const, missing: ['supplier.billingAddress'] },
        ],
      },
    ],
  },
)

export const InvoiceProfileView = profileName

export function viewDetails({
  companyId,
  details,
  registrationForms,
  asSupplier,
}: DetailsView): Type.Static<typeof InvoiceDetailsView> {
  const { bankAccount, contact, electronicAddress, buyerReference } = details
  const { legalRegistration, taxRegistration, profile } = details
  return {
    companyId,
    ...(bankAccount ? { bankAccount: viewAccount(bankAccount) } : {}),
    ...(contact ? { contact } : {}),
    ...(electronicAddress ? { electronicAddress } : {}),
    ...(legalRegistration === undefined ? {} : { legalRegistration }),
    ...(taxRegistration === undefined ? {} : { taxRegistration }),
    profile,
    ...(buyerReference === undefined ? {} : { buyerReference }),
    registrationForms,
    asSupplier: asSupplier.map(({ profile: of, missing }) => ({
      profile: of,
      missing: [...missing],
    })),
  }
}

export function viewAccount({
  iban,
  bic,
  holder,
}: BankAccount): Type.Static<typeof BankAccountView> {
  return {
    iban,
    ...(bic === undefined ? {} : { bic }),
    ...(holder === undefined ? {} : { holder }),
  }
}
