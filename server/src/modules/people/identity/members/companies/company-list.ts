import { Type } from 'typebox'
import { containing, sql } from '#platform/db'
import { type Condition, defineList, filter } from '#platform/lists'
import type { CompanyRow } from '../../tables.ts'
import { CompanyView, viewCompany } from './company-schemas.ts'
import { toCompany } from './company-store.ts'

/** By `companies_newest` without a sort, and for a search by `companies_by_words` and its neighbours. */
export const companyList = defineList({
  operationId: 'listCompanies',
  url: '/admin/companies',
  summary: 'List companies',
  description: 'Newest first.',
  tags: ['Companies'],
  config: { access: 'operator' },
  item: CompanyView,
  columns: ['id', 'name', 'state', 'country', 'vatId', 'currency', 'supplier', 'createdAt'],
  filters: {
    supplier: filter(
      Type.Boolean({ description: 'True: only companies that sell. False: only other companies.' }),
      (supplier) => sql`t.supplier = ${supplier}`,
    ),
    q: filter(
      Type.String({
        minLength: 2,
        maxLength: 200,
        description: 'A part of the name or of the VAT id, or the id.',
      }),
      (q) => matchText(q.trim()),
    ),
  },
  from: sql`identity.companies t`,
  scope: () => sql`true`,
  identity: { 't.id': 'text' },
  sorts: {
    newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
  },
  show: (rows: readonly CompanyRow[]) => rows.map((row) => viewCompany(toCompany(row))),
})

function matchText(q: string): Condition {
  const pattern = containing(q)
  const vatId = q.replace(/\s/g, '').toUpperCase()
  return sql`(t.name ilike ${pattern} or t.vat_id = ${vatId} or t.id = ${q})`
}
