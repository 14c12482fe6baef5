import { withDescription } from '#kernel/record'
import { UnitId } from '#modules/structure'
import { type Database, sql } from '#platform/db'
import { defineList, filter, newestFirst, ofCompany } from '#platform/lists'
import { toAddress } from './address-store.ts'
import { BookedAddressView, viewBooked } from './schemas.ts'
import { findSeenUnits, type SeenUnits } from './seen-addresses.ts'
import type { AddressRow } from './tables.ts'

export const addressList = ({ pool }: Database) =>
  defineList({
    operationId: 'listAddresses',
    url: '/api/v1/addresses',
    summary: 'List addresses',
    description:
      'Newest first. Administrators and API keys see all. Others see those of the company, of their units and of the units above, and of the units below those of their roles.',
    tags: ['Addresses'],
    config: { access: 'requester:read' },
    item: BookedAddressView,
    columns: [
      'id',
      'label',
      'address.city',
      'address.country',
      'unitId',
      'defaultShipTo',
      'defaultBillTo',
      'changedAt',
    ],
    filters: {
      unitId: filter(
        withDescription(UnitId, 'The unit that the address names.'),
        (unitId) => sql`t.unit_id = ${unitId}`,
      ),
    },
    from: sql`addresses.addresses t`,
    scope: async ({ actor }) =>
      sql`${ofCompany(actor)} and ${ofUnits(await findSeenUnits(pool, actor))}`,
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadAddresses', summary: 'Download addresses as CSV' },
    show: (rows: readonly AddressRow[]) => rows.map((row) => viewBooked(toAddress(row))),
  })

const ofUnits = (units: SeenUnits) =>
  units ? sql`(t.unit_id is null or t.unit_id = any(${[...units]}::text[]))` : sql`true`
