import type { Database } from '#platform/db'
import { type Cut, defineList, type ListRequest, lastId, placed } from '#platform/lists'
import type { AuditEntry } from './entry.ts'
import {
  AuditEntryView,
  type AuditQuery,
  auditFilters,
  CompanyFilter,
  entryExample,
  OperatorAuditEntryView,
  searchOf,
  viewEntry,
  viewEntryOfAnyCompany,
} from './schemas.ts'
import { type AuditSearch, listEntries } from './store.ts'

const tags = ['Audit']
const columns = [
  'action',
  'occurredAt',
  'target.type',
  'target.id',
  'outcome',
  'actor.kind',
  'actor.id',
] as const

/** For a company's administrators: the entries of their own company only. */
export const auditEntryList = (database: Database) =>
  defineList({
    operationId: 'listAuditEntries',
    url: '/api/v1/audit',
    summary: 'List audit entries',
    description: 'Newest first.',
    tags,
    config: { access: 'company_admin' },
    item: AuditEntryView,
    examples: [entryExample],
    columns,
    filters: auditFilters,
    sorts: {
      newest: {
        read: ({ actor, query }: ListRequest<AuditQuery>, cut) =>
          readNewest(database, searchOf(actor.companyId, query), cut),
      },
    },
    show: (entries: readonly AuditEntry[]) => entries.map(viewEntry),
  })

/** For operators: the entries of every company, and those of no company. */
export const operatorAuditEntryList = (database: Database) =>
  defineList({
    operationId: 'listAuditEntriesOfAll',
    url: '/admin/audit',
    summary: 'List audit entries of all companies',
    description:
      'Lists the newest entries first. Entries that belong to no company are under the company `platform`.',
    tags,
    config: { access: 'operator' },
    item: OperatorAuditEntryView,
    examples: [{ ...entryExample, companyId: 'co_01m7xb82dw3khw78phh28dvacd' }],
    columns: [...columns, 'companyId'],
    filters: { ...auditFilters, companyId: CompanyFilter },
    sorts: {
      newest: {
        read: ({ query }: ListRequest<AuditQuery & { companyId?: string }>, cut) =>
          readNewest(database, searchOf(query.companyId, query), cut),
      },
    },
    show: (entries: readonly AuditEntry[]) => entries.map(viewEntryOfAnyCompany),
  })

async function readNewest({ pool }: Database, search: AuditSearch, cut: Cut) {
  const page = { before: lastId(cut), limit: cut.limit }
  return placed(await listEntries(pool, search, page), ({ id }) => [id])
}
