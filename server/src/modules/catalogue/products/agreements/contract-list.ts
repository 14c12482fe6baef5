import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import {
  type ContractRow,
  contractColumns,
  fromContracts,
  readableBy,
  toContract,
} from './contract-store.ts'
import { ContractStateName, ContractView, contractExample, viewContract } from './schemas.ts'
import { readerOf } from './sellers.ts'

/** `contracts_by_buyer` and `contracts_by_supplier` serve it. */
export const contractList = defineList({
  operationId: 'listContracts',
  url: '/api/v1/contracts',
  summary: 'List contracts',
  description:
    'Lists the newest first. Operators see the contracts of every company. Only its supplier sees a draft.',
  config: { access: 'orders:read' },
  item: ContractView,
  examples: [contractExample],
  columns: ['reference', 'supplier.name', 'buyerCompanyId', 'state', 'validFrom', 'validUntil'],
  filters: { state: filter(ContractStateName, (state) => sql`t.state = ${state}`) },
  from: fromContracts,
  select: contractColumns,
  scope: ({ actor }) => readableBy(readerOf(actor)),
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  csv: { operationId: 'downloadContracts', summary: 'Download contracts as CSV' },
  show: (rows: readonly ContractRow[]) => rows.map((row) => viewContract(toContract(row))),
})
