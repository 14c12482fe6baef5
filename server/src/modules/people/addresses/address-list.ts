import { sql } from '#platform/db'
import { defineList, newestFirst, ofCompany } from '#platform/lists'
import { toAddress } from './address-store.ts'
import { BookedAddressView, viewBooked } from './schemas.ts'
import type { AddressRow } from './tables.ts'

export const addressList = defineList({
  operationId: 'listAddresses',
  url: '/api/v1/addresses',
  summary: 'List addresses',
  description: 'Newest first.',
  tags: ['Addresses'],
  config: { access: 'requester:read' },
  item: BookedAddressView,
  columns: [
    'id',
    'label',
    'address.city',
    'address.country',
    'defaultShipTo',
    'defaultBillTo',
    'changedAt',
  ],
  filters: {},
  from: sql`addresses.addresses t`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  show: (rows: readonly AddressRow[]) => rows.map((row) => viewBooked(toAddress(row))),
})
