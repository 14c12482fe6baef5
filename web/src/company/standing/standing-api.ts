import type { components, DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'
import type { Asked } from '../list-filters.tsx'
import type { PageQuery } from '../paged-list.tsx'

export type StandingSummary = ItemOf<paths['/api/v1/standing-orders']['get']>
export type StandingOrder = DataOf<paths['/api/v1/standing-orders/{standingOrderId}']['get']>
export type Run = ItemOf<paths['/api/v1/standing-orders/{standingOrderId}/runs']['get']>
export type StandingInput = components['schemas']['CreateStandingOrder']
export type Schedule = StandingOrder['schedule']

const path = '/api/v1/standing-orders/{standingOrderId}'
const paramsOf = (standingOrderId: string) => ({ path: { standingOrderId } })

export const standingStates = ['ACTIVE', 'PAUSED', 'ENDED'] as const
export type StandingSearch = Asked<(typeof standingStates)[number]>

export function readStandingSearch({ q, state }: Record<string, unknown>): StandingSearch {
  const known = standingStates.find((name) => name === state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && { state: known }),
  }
}

export async function listStandingOrders(
  { q, state }: StandingSearch,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...page, ...(q !== undefined && { q }), ...(state !== undefined && { state }) }
  return api.get('/api/v1/standing-orders', { params: { query }, signal })
}

export async function getStandingOrder(id: string, signal: AbortSignal): Promise<StandingOrder> {
  return (await api.get(path, { params: paramsOf(id), signal })).data
}

/** The newest dates, and what became of them. */
export async function listRuns(id: string, signal: AbortSignal): Promise<Run[]> {
  const params = { path: { standingOrderId: id }, query: { limit: 20 } }
  return (await api.get(`${path}/runs`, { params, signal })).data
}

export async function createStandingOrder(body: StandingInput): Promise<StandingOrder> {
  return (await api.post('/api/v1/standing-orders', { body })).data
}

export type Step = 'pause' | 'resume' | 'end'

export async function take(step: Step, id: string): Promise<StandingOrder> {
  const options = { params: paramsOf(id), ...emptyBody }
  if (step === 'pause') return (await api.post(`${path}/pause`, options)).data
  if (step === 'resume') return (await api.post(`${path}/resume`, options)).data
  return (await api.post(`${path}/end`, options)).data
}

export async function skip(id: string, date: string): Promise<void> {
  await api.post(`${path}/skip`, { params: paramsOf(id), body: { date } })
}

export async function retry(id: string, date: string): Promise<void> {
  await api.post(`${path}/retry`, { params: paramsOf(id), body: { date } })
}

export const standingKey = (id: string) => ['standing-order', id]
