import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { sql } from '#platform/db'
import { defineList, newestFirst, ofCompany } from '#platform/lists'
import type { CartRow } from '../tables.ts'
import { CartSummaryView, viewCartSummary } from './cart-set-schemas.ts'

const { id, name, active, ownerId, lineCount, currency, country, createdAt, changedAt } =
  CartSummaryView.properties

const CompanyCartView = record(
  'CompanyCart',
  'A cart of a company, without its lines: what people plan to buy is for them and those who share the cart.',
  {
    id,
    name,
    active,
    ownerId,
    lineCount,
    currency,
    country,
    checkoutId: Type.Optional(Type.String({ description: 'The checkout that is ordering it.' })),
    createdAt,
    changedAt,
  },
  {
    examples: [
      {
        id: 'cart_01m7xb82dw3khw78phh28dvacd',
        name: 'Workshop in Lyon',
        active: false,
        ownerId: 'usr_01m7xb82dw3khw78phh28dvacd',
        currency: 'EUR',
        country: 'FR',
        lineCount: 3,
        createdAt: '2026-01-02T03:04:05.000Z',
        changedAt: '2026-01-03T08:00:00.000Z',
      },
    ],
  },
)

export const companyCartList = defineList({
  operationId: 'listCartsOfCompany',
  url: '/admin/companies/:companyId/carts',
  summary: 'List carts of a company',
  description: 'Newest first. The lines of a cart are not shown.',
  tags: ['Operations for a company'],
  config: { access: 'operator', ofNamedCompany: true, fails: ['identity.company_not_found'] },
  params: Type.Object({ companyId: Type.String({ maxLength: 64 }) }),
  item: CompanyCartView,
  columns: ['id', 'name', 'ownerId', 'active', 'lineCount', 'checkoutId', 'currency', 'changedAt'],
  filters: {},
  from: sql`cart.carts t`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  show: (rows: readonly CartRow[]) => rows.map(viewCompanyCart),
})

function viewCompanyCart(row: CartRow): Static<typeof CompanyCartView> {
  const { right: _ofReader, snapshotVersion: _ofOwner, lock, ...shown } = viewCartSummary(row)
  return { ...shown, ...(lock && { checkoutId: lock.checkoutId }) }
}
