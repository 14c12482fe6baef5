import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api } from '../api.ts'
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

export function listCallOffs(contractId: string, query: PageQuery, signal: AbortSignal) {
  const params = { path: { contractId }, query }
  return api.get(`${contractPath}/call-offs`, { params, signal })
}
