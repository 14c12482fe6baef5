import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst, ofScope } from '#platform/lists'
import { namesOf } from './names-of.ts'
import { QuotaView, viewQuota } from './quota-schemas.ts'
import { toQuota } from './quota-store.ts'
import type { QuotaRow } from './tables.ts'

const WatchedView = record(
  'WatchedContractQuota',
  'A quota of a frame contract of any company, and how far it is called off.',
  {
    quotaId: Type.String(),
    contractId: Type.String(),
    reference: Type.String({ description: 'The name of the contract.' }),
    contractState: Type.Enum(['DRAFT', 'ACTIVE', 'ENDED']),
    validUntil: Type.Optional(Type.String({ format: 'date-time' })),
    companyId: Type.String({ description: 'The buyer.' }),
    companyName: Type.Optional(Type.String()),
    supplierId: Type.String(),
    supplierName: Type.Optional(Type.String()),
    ...Type.Omit(QuotaView, ['id']).properties,
    reachedPercent: Type.Integer({
      description: 'The part of the maximum of which the companies were told: 0, 80 or 100.',
    }),
  },
)

const example = {
  quotaId: 'quo_01m7xb82dw3khw78phh28dvacd',
  contractId: 'ctr_01m7xb82dw3khw78phh28dvacd',
  reference: 'FW-2026-017',
  contractState: 'ACTIVE' as const,
  validUntil: '2027-01-01T00:00:00.000Z',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
  supplierName: 'Northwind Components',
  covers: 'PRODUCT' as const,
  coveredId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  coveredName: 'Hexagon bolt M8x40',
  measure: 'QUANTITY' as const,
  maximum: '1000',
  policy: 'REFUSE' as const,
  held: '0',
  calledOff: '820',
  left: '180',
  reachedPercent: 80,
}

type WatchedRow = QuotaRow & {
  readonly reference: string
  readonly contract_state: 'DRAFT' | 'ACTIVE' | 'ENDED'
  readonly valid_until: Date | null
}

/** For operators. */
export function watchedQuotaList({ pool }: Database): List {
  return defineList({
    operationId: 'searchContractQuotas',
    url: '/admin/contract-quotas',
    summary: 'Search quotas of all companies',
    description: 'Newest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: WatchedView,
    examples: [example],
    columns: [
      'reference',
      'contractState',
      'companyId',
      'companyName',
      'supplierName',
      'coveredName',
      'measure',
      'unit',
      'committed',
      'maximum',
      'currency',
      'policy',
      'calledOff',
      'reachedPercent',
      'validUntil',
    ],
    filters: {
      contractState: filter(
        Type.Enum(['DRAFT', 'ACTIVE', 'ENDED']),
        (state) => sql`c.state = ${state}`,
      ),
      reached: filter(
        Type.Enum(['NEARLY', 'WHOLLY'], {
          description: 'NEARLY: 80 percent of the maximum are called off. WHOLLY: all of it.',
        }),
        (reached) => sql`t.noticed_percent = ${reached === 'NEARLY' ? 80 : 100}`,
      ),
      companyId: filter(Type.String({ maxLength: 64 })),
    },
    from: sql`quotas.quotas t join products.contracts c on c.id = t.contract_id`,
    select: sql`t.*, c.reference, c.state as contract_state, c.valid_until`,
    scope: ({ query }) => ofScope(query.companyId),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    show: async (rows: readonly WatchedRow[]) => {
      const ids = rows.flatMap((row) => [row.company_id, row.supplier_company_id])
      const covered = rows.map((row) => row.covered_id)
      const names = await namesOf(pool, ids, covered)
      return rows.map((row) => viewWatched(row, names))
    },
  })
}

function viewWatched(row: WatchedRow, names: ReadonlyMap<string, string>) {
  const { id: quotaId, ...quota } = viewQuota(toQuota(row), names)
  const companyName = names.get(row.company_id)
  const supplierName = names.get(row.supplier_company_id)
  return {
    quotaId,
    contractId: row.contract_id,
    reference: row.reference,
    contractState: row.contract_state,
    ...(row.valid_until && { validUntil: row.valid_until.toISOString() }),
    companyId: row.company_id,
    ...(companyName !== undefined && { companyName }),
    supplierId: row.supplier_company_id,
    ...(supplierName !== undefined && { supplierName }),
    ...quota,
    reachedPercent: row.noticed_percent,
  }
}
