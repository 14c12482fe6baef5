import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { BillingAddressBody, BillingAddressView } from '#modules/identity'
import { UnitId } from '#modules/structure'
import type { BookedAddress } from './address-store.ts'
import type { Defaults } from './seen-addresses.ts'

const fields = {
  label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  address: BillingAddressBody,
  unitId: Type.Optional(
    Type.Union([UnitId, Type.Null()], {
      description:
        'The address serves this unit and the units below it. Null or absent: it serves the whole company.',
    }),
  ),
  defaultShipTo: Type.Optional(
    Type.Boolean({
      description:
        'The default delivery address of the unit or the company. It replaces the former default.',
    }),
  ),
  defaultBillTo: Type.Optional(
    Type.Boolean({
      description:
        'The default billing address of the unit or the company. It replaces the former default.',
    }),
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

const bookedExample = {
  id: 'adr_01m7xb82dw3khw78phh28dvacd',
  ...example,
  defaultBillTo: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-02T03:04:05.000Z',
}

const Instant = Type.String({ format: 'date-time' })

export const BookedAddressView = record(
  'BookedAddress',
  'An address in the address book of the company.',
  {
    id: Type.String(),
    label: Type.String(),
    address: BillingAddressView,
    unitId: Type.Optional(
      Type.String({ description: 'The address serves this unit and the units below it.' }),
    ),
    defaultShipTo: Type.Boolean(),
    defaultBillTo: Type.Boolean(),
    createdAt: Instant,
    changedAt: Instant,
  },
  { examples: [bookedExample] },
)

export const DefaultAddressesView = record(
  'DefaultAddresses',
  'The default addresses for the unit of the caller: of each kind the nearest.',
  { shipTo: Type.Optional(BookedAddressView), billTo: Type.Optional(BookedAddressView) },
  { examples: [{ shipTo: bookedExample }] },
)

export function viewDefaults({ shipTo, billTo }: Defaults): Static<typeof DefaultAddressesView> {
  return {
    ...(shipTo && { shipTo: viewBooked(shipTo) }),
    ...(billTo && { billTo: viewBooked(billTo) }),
  }
}

export function viewBooked(booked: BookedAddress): Static<typeof BookedAddressView> {
  const { id, label, address, unitId, defaultShipTo, defaultBillTo, createdAt, changedAt } = booked
  return {
    id,
    label,
    address,
    ...(unitId !== undefined && { unitId }),
    defaultShipTo,
    defaultBillTo,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}
