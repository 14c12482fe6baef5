import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { BillingAddressView } from '#modules/identity'
import type { BookedAddress } from './address-store.ts'

const fields = {
  label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  address: BillingAddressView,
  defaultShipTo: Type.Optional(
    Type.Boolean({ description: 'The default delivery address. It replaces the former default.' }),
  ),
  defaultBillTo: Type.Optional(
    Type.Boolean({ description: 'The default billing address. It replaces the former default.' }),
  ),
}

const example = {
  label: 'Warehouse north',
  address: {
    name: 'Goods receipt',
    company: 'Example GmbH',
    line1: 'Hafenstr. 7',
    city: 'Hamburg',
    postalCode: '20457',
    country: 'DE',
  },
  defaultShipTo: true,
}

export const AddressParams = Type.Object({ addressId: Type.String({ maxLength: 64 }) })
export const AddAddressBody = record(
  'AddAddress',
  'An address to keep in the address book of the company.',
  fields,
  { examples: [example] },
)
export const ChangeAddressBody = record(
  'ChangeAddress',
  'The fields of an address in the address book that change.',
  Type.Partial(Type.Object(fields)).properties,
  { minProperties: 1, examples: [{ label: 'Warehouse south' }] },
)

const Instant = Type.String({ format: 'date-time' })

export const BookedAddressView = record(
  'BookedAddress',
  'An address in the address book of the company.',
  {
    id: Type.String(),
    label: Type.String(),
    address: BillingAddressView,
    defaultShipTo: Type.Boolean(),
    defaultBillTo: Type.Boolean(),
    createdAt: Instant,
    changedAt: Instant,
  },
  {
    examples: [
      {
        id: 'adr_01m7xb82dw3khw78phh28dvacd',
        ...example,
        defaultBillTo: false,
        createdAt: '2026-01-02T03:04:05.000Z',
        changedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewBooked(booked: BookedAddress): Static<typeof BookedAddressView> {
  const { id, label, address, defaultShipTo, defaultBillTo, createdAt, changedAt } = booked
  return {
    id,
    label,
    address,
    defaultShipTo,
    defaultBillTo,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}
