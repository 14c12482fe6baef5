import { Type } from 'typebox'
import { record } from '#kernel/record'
import { listCompanyNames } from '#modules/identity'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst } from '#platform/lists'
import {
  type ContractRow,
  contractColumns,
  fromContracts,
  readableBy,
  toContract,
} from './contract-store.ts'
import { ContractStateName, ContractView, contractExample, viewContract } from './schemas.ts'
import { readerOf } from './sellers.ts'

const ListedContractView = record('ListedContract', 'A contract, with the name of its buyer.', {
  ...ContractView.properties,
  buyerName: Type.Optional(Type.String()),
})

/** `contracts_by_buyer` and `contracts_by_supplier` serve it. */
export function contractList({ pool }: Database): List {
  return defineList({
    operationId: 'listContracts',
    url: '/api/v1/contracts',
    summary: 'List contracts',
    description:
      'Lists the newest first. Operators see the contracts of every company. Only its supplier sees a draft.',
    config: { access: 'orders:read' },
    item: ListedContractView,
    examples: [{ ...contractExample, buyerName: 'Example GmbH' }],
    columns: [
      'reference',
      'supplier.name',
      'buyerName',
      'buyerCompanyId',
      'state',
      'validFrom',
      'validUntil',
    ],
    filters: { state: filter(ContractStateName, (state) => sql`t.state = ${state}`) },
    from: fromContracts,
    select: contractColumns,
    scope: ({ actor }) => readableBy(readerOf(actor)),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadContracts', summary: 'Download contracts as CSV' },
    show: async (rows: readonly ContractRow[]) => {
      const names = await listCompanyNames(
        pool,
        rows.map((row) => row.buyer_company_id),
      )
      return rows.map((row) => {
        const buyerName = names.get(row.buyer_company_id)
        return { ...viewContract(toContract(row)), ...(buyerName !== undefined && { buyerName }) }
      })
    },
  })
}
