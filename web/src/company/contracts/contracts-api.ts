import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, type BodyOf } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'

const contractPath = '/api/v1/contracts/{contractId}'

export type ListedContract = ItemOf<paths['/api/v1/contracts']['get']>
export type Contract = DataOf<paths[typeof contractPath]['get']>
export type Quotas = DataOf<paths['/api/v1/contracts/{contractId}/quotas']['get']>
export type Quota = Quotas['quotas'][number]
export type CallOff = ItemOf<paths['/api/v1/contracts/{contractId}/call-offs']['get']>

export function listContracts(page: PageQuery, signal: AbortSignal) {
  return api.get('/api/v1/contracts', { params: { query: page }, signal })
}

/** A contract, with what it commits and limits. */
export async function getContract(
  contractId: string,
  signal: AbortSignal,
): Promise<{ readonly contract: Contract; readonly quotas: Quotas }> {
  const params = { path: { contractId } }
  const [contract, quotas] = await Promise.all([
    api.get(contractPath, { params, signal }),
    api.get(`${contractPath}/quotas`, { params, signal }),
  ])
  return { contract: contract.data, quotas: quotas.data }
}

type Replaced = BodyOf<paths['/api/v1/contracts/{contractId}/quotas']['put']>

/** All quotas are set together. Whoever has changed the contract meanwhile wins: the API refuses the older version. */
export async function replaceQuotas(
  { contractId, version: expectedVersion }: Quotas,
  quotas: Replaced['quotas'],
): Promise<void> {
  const params = { path: { contractId } }
  await api.put(`${contractPath}/quotas`, { params, body: { quotas, expectedVersion } })
}

/** The product of the supplier with this article number. */
export async function findOwnProduct(supplierId: string, sku: string) {
  const query = { supplier: [supplierId], sku: [sku] }
  return (await api.get('/api/v1/products', { params: { query } })).data[0]
}

export function listCallOffs(contractId: string, query: PageQuery, signal: AbortSignal) {
  const params = { path: { contractId }, query }
  return api.get(`${contractPath}/call-offs`, { params, signal })
}
