import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

const one = '/admin/automations/rules/{automationId}'

export type WatchedRule = DataOf<paths[typeof one]['get']>

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
