import { Type } from 'typebox'
import { countryForm, currencyForm } from '#kernel/code-forms'
import { oneLine, oneLineWithText } from '#kernel/one-line'
import { record } from '#kernel/record'
import { LocaleName } from '../../locale-name.ts'
import { type BillingAddress, type Company, stateOf } from './company.ts'
import {
  changeableSettings,
  exampleSettings,
  settingSchemas,
  settingsOf,
} from './company-settings.ts'

const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Currency = Type.String({ pattern: currencyForm, maxLength: 3, description: 'ISO 4217.' })
const Country = Type.String({
  pattern: countryForm,
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2.',
})
const VatId = Type.String({
  maxLength: 15,
  pattern: '^[A-Z]{2}[0-9A-Z+*.]{2,13}$',
  description: 'The VAT id with its country prefix and without spaces: DE123456789.',
})
const EmailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s<>,;:"()\\[\\]\\\\@]+@[^\\s<>,;:"()\\[\\]\\\\@]+$',
})
const StateName = Type.Enum(['ACTIVE', 'DISABLED'])

const addressExample = {
  name: 'Accounts payable',
  line1: 'Hafenstrasse 12',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

type Form = { readonly pattern?: string }

const addressFields = (required: Form, optional: Form) => ({
  name: Type.String({ minLength: 1, maxLength: 200, ...required }),
  company: Type.Optional(Type.String({ maxLength: 200, ...optional })),
  line1: Type.String({ minLength: 1, maxLength: 200, ...required }),
  line2: Type.Optional(Type.String({ maxLength: 200, ...optional })),
  city: Type.String({ minLength: 1, maxLength: 100, ...required }),
  region: Type.Optional(Type.String({ maxLength: 100, ...optional })),
  postalCode: Type.String({ minLength: 1, maxLength: 20, ...required }),
  country: Country,
  phone: Type.Optional(Type.String({ maxLength: 50, ...optional })),
  email: Type.Optional(Type.String({ maxLength: 254, ...optional })),
})

/** An address in answers. Some were stored before each field had to be one line. */
export const BillingAddressView = record(
  'BillingAddress',
  'The address that invoices of the company name.',
  addressFields({}, {}),
  { examples: [addressExample] },
)

/** An address in requests. */
export const BillingAddressBody = record(
  'RequestedAddress',
  'An address for documents: each field is one line.',
  addressFields({ pattern: oneLineWithText }, { pattern: oneLine }),
  { examples: [addressExample] },
)

export const CompanyParams = Type.Object({ companyId: Type.String({ maxLength: 64 }) })

const ownFields = {
  name: Type.Optional(Name),
  currency: Type.Optional(Currency),
  country: Type.Optional(Country),
  vatId: Type.Optional(Type.Union([VatId, Type.Null()])),
  billingAddress: Type.Optional(Type.Union([BillingAddressBody, Type.Null()])),
  ...changeableSettings,
  locale: Type.Optional(
    Type.Union([LocaleName, Type.Null()], {
      description:
        'The language for people of the company who have chosen none, for its API keys, and on the invoices that it receives. Null removes it.',
    }),
  ),
}

export const ChangeOwnCompanyBody = record(
  'ChangeOwnCompany',
  'The fields of your company that change.',
  ownFields,
  { minProperties: 1, examples: [{ vatId: 'DE123456789', billingAddress: addressExample }] },
)

export const CreateCompanyBody = record(
  'CreateCompany',
  'A new company, and its first administrator.',
  {
    name: Name,
    currency: Currency,
    country: Country,
    supplier: Type.Optional(Type.Boolean({ default: false })),
    vatId: Type.Optional(VatId),
    adminEmail: Type.Optional(EmailAddress),
  },
  {
    examples: [
      {
        name: 'Kabelwerk Direkt',
        currency: 'EUR',
        country: 'DE',
        supplier: true,
        adminEmail: 'ada@kabelwerk.example',
      },
    ],
  },
)

export const ChangeCompanyBody = record(
  'ChangeCompany',
  'The fields of a company that change.',
  { ...ownFields, supplier: Type.Optional(Type.Boolean()), state: Type.Optional(StateName) },
  { minProperties: 1, examples: [{ state: 'DISABLED' }] },
)

export const CompanyView = record(
  'Company',
  'A company and its settings.',
  {
    id: Type.String(),
    name: Type.String(),
    currency: Type.String(),
    country: Type.String(),
    supplier: Type.Boolean(),
    state: StateName,
    vatId: Type.Optional(Type.String()),
    billingAddress: Type.Optional(BillingAddressView),
    ...settingSchemas,
    locale: Type.Optional(LocaleName),
    createdAt: Instant,
    disabledAt: Type.Optional(Instant),
  },
  {
    examples: [
      {
        id: 'co_01m7xb82dw3khw78phh28dvacd',
        name: 'Example GmbH',
        currency: 'EUR',
        country: 'DE',
        supplier: false,
        state: 'ACTIVE',
        vatId: 'DE123456789',
        billingAddress: addressExample,
        ...exampleSettings,
        locale: 'de',
        createdAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewCompany(company: Company): Type.Static<typeof CompanyView> {
  const { id, name, currency, country, supplier, vatId, billingAddress, locale, disabledAt } =
    company
  return {
    id,
    name,
    currency,
    country,
    supplier,
    state: stateOf(company),
    ...(vatId === undefined ? {} : { vatId }),
    ...(billingAddress === undefined ? {} : { billingAddress: viewAddress(billingAddress) }),
    ...settingsOf(company),
    ...(locale === undefined ? {} : { locale }),
    createdAt: company.createdAt.toISOString(),
    ...(disabledAt ? { disabledAt: disabledAt.toISOString() } : {}),
  }
}

const viewAddress = (address: BillingAddress): Type.Static<typeof BillingAddressView> => address
