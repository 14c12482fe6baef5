import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../../../api.ts'

const one = '/admin/companies/{companyId}'

export type Calendar = DataOf<paths['/admin/companies/{companyId}/calendar']['get']>
export type CalendarDay = DataOf<
  paths['/admin/companies/{companyId}/calendar/days']['get']
>['days'][number]
export type Unit = ItemOf<paths['/admin/companies/{companyId}/units']['get']>
export type UnitKind = Unit['kind']
type CalendarChange =
  paths['/admin/companies/{companyId}/calendar']['patch']['requestBody']['content']['application/json']

const pathOf = (companyId: string) => ({ path: { companyId } })

export async function createUnit(
  companyId: string,
  body: { readonly name: string; readonly kind: UnitKind; readonly parentId?: string },
): Promise<void> {
  await api.post(`${one}/units`, { params: pathOf(companyId), body })
}

export async function endUnit(companyId: string, unitId: string): Promise<void> {
  await api.post(`${one}/units/{unitId}/end`, {
    params: { path: { companyId, unitId } },
    ...emptyBody,
  })
}

export type CodeList = 'cost-centers' | 'gl-accounts' | 'projects'

/** The three lists of accounting codes have the same routes, so the types of the first fit all. */
const codesAt = (codes: CodeList) => `${one}/${codes}` as `${typeof one}/cost-centers`

export async function createCode(
  companyId: string,
  codes: CodeList,
  body: { readonly code: string; readonly name: string },
): Promise<void> {
  await api.post(codesAt(codes), { params: pathOf(companyId), body })
}

export async function setCodeEnded(
  companyId: string,
  codes: CodeList,
  { codeId, isEnded }: { readonly codeId: string; readonly isEnded: boolean },
): Promise<void> {
  const params = { path: { companyId, codeId } }
  const url = `${codesAt(codes)}/{codeId}` as const
  if (isEnded) await api.post(`${url}/end`, { params, ...emptyBody })
  else await api.post(`${url}/reopen`, { params, ...emptyBody })
}

export async function getCalendar(companyId: string, signal: AbortSignal): Promise<Calendar> {
  return (await api.get(`${one}/calendar`, { params: pathOf(companyId), signal })).data
}

export async function changeCalendar(companyId: string, body: CalendarChange): Promise<void> {
  await api.patch(`${one}/calendar`, { params: pathOf(companyId), body })
}

/** The days of the next year on which the company does not work although its week has them, and those on which it does. */
export async function listSpecialDays(
  companyId: string,
  signal: AbortSignal,
): Promise<readonly CalendarDay[]> {
  const from = new Date().toISOString().slice(0, 10)
  const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  const params = { ...pathOf(companyId), query: { from, until } }
  const { days } = (await api.get(`${one}/calendar/days`, { params, signal })).data
  return days.filter(({ name }) => name !== undefined)
}
