import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, type Page, pageOf, queryOf } from '../../api.ts'
import type { ChoiceOf } from '../../lists/choices.ts'

const one = '/admin/automations/rules/{automationId}'
const runs = '/admin/companies/{companyId}/automations/{automationId}/runs'

export type WatchedRule = DataOf<paths[typeof one]['get']>
type RunOfRule = ItemOf<paths[typeof runs]['get']>

export async function getAutomation(
  automationId: string,
  signal: AbortSignal,
): Promise<WatchedRule> {
  return (await api.get(one, { params: { path: { automationId } }, signal })).data
}

export async function setAutomationState(
  automationId: string,
  state: 'ACTIVE' | 'PAUSED',
  note: string,
): Promise<void> {
  await api.post(`${one}/state`, { params: { path: { automationId } }, body: { state, note } })
}

export async function releaseRunsOf(automationId: string): Promise<void> {
  await api.post(`${one}/release`, { params: { path: { automationId } }, body: {} })
}

export async function listRunsOf(
  companyId: string,
  automationId: string,
  query: { readonly state: ChoiceOf<'runs'> | undefined; readonly cursor: string | undefined },
  signal: AbortSignal,
): Promise<Page<RunOfRule>> {
  const params = { path: { companyId, automationId }, query: queryOf(query) }
  return pageOf(await api.get(runs, { params, signal }))
}
