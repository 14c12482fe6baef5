import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type BodyOf, uploads } from '../api.ts'
import { sendChanges } from '../fields/send-changes.ts'

export type Unit = ItemOf<paths['/api/v1/company/units']['get']>
export type UnitKind = Unit['kind']
export type Code = ItemOf<paths['/api/v1/company/cost-centers']['get']>
export type CodeImport = DataOf<paths['/api/v1/company/cost-centers/imports/preview']['post']>

export type UnitDraft = BodyOf<paths['/api/v1/company/units']['post']>
export type CodeDraft = BodyOf<paths['/api/v1/company/cost-centers']['post']>

const units = '/api/v1/company/units'

/** All units that have not ended, or those for which the person can buy: a tree cannot be shown in pages. */
export async function listUnits(
  signal: AbortSignal,
  asked: { readonly buyable?: true } = {},
): Promise<Unit[]> {
  const found: Unit[] = []
  let cursor: string | undefined
  do {
    const page = cursor === undefined ? {} : { cursor }
    const query = { state: 'ACTIVE' as const, limit: 100, ...asked, ...page }
    const { data, meta } = await api.get(units, { params: { query }, signal })
    found.push(...data)
    cursor = meta.nextCursor
  } while (cursor !== undefined)
  return found
}

export async function createUnit(body: UnitDraft): Promise<void> {
  await api.post(units, { body })
}

export async function changeUnit(unit: Unit, draft: UnitDraft): Promise<void> {
  const params = { path: { unitId: unit.id } }
  await sendChanges(unit, draft, (body) => api.patch(`${units}/{unitId}`, { params, body }))
}

export async function endUnit(unitId: string): Promise<void> {
  await api.post(`${units}/{unitId}/end`, { params: { path: { unitId } }, ...emptyBody })
}

export const codeLists = ['cost-centers', 'gl-accounts', 'projects'] as const
export type CodeList = (typeof codeLists)[number]

/** The three lists have the same routes, so the types of the first fit all. */
const codesAt = (list: CodeList) => `/api/v1/company/${list}` as '/api/v1/company/cost-centers'

export type CodesAsked = { readonly q?: string; readonly state?: Code['state'] }

export async function listCodes(
  list: CodeList,
  asked: CodesAsked,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = { ...asked, limit: 50, ...(cursor !== undefined && { cursor }) }
  return api.get(codesAt(list), { params: { query }, signal })
}

export async function createCode(list: CodeList, body: CodeDraft): Promise<void> {
  await api.post(codesAt(list), { body })
}

export async function changeCode(list: CodeList, code: Code, draft: CodeDraft): Promise<void> {
  const params = { path: { codeId: code.id } }
  await sendChanges(code, draft, (body) => api.patch(`${codesAt(list)}/{codeId}`, { params, body }))
}

export async function setCodeEnded(
  list: CodeList,
  codeId: string,
  isEnded: boolean,
): Promise<void> {
  const options = { params: { path: { codeId } }, ...emptyBody }
  const url = `${codesAt(list)}/{codeId}` as const
  if (isEnded) await api.post(`${url}/end`, options)
  else await api.post(`${url}/reopen`, options)
}

const csv = { 'content-type': 'text/csv' } as const

/** What the file would change, and what is wrong with its lines. */
export async function previewImport(list: CodeList, file: File): Promise<CodeImport> {
  const body = await file.text()
  return (await uploads.post(`${codesAt(list)}/imports/preview`, { headers: csv, body })).data
}

/** The digest names the changes of the preview: others are refused. */
export async function importCodes(list: CodeList, file: File, digest: string): Promise<CodeImport> {
  const options = { params: { query: { digest } }, headers: csv, body: await file.text() }
  return (await uploads.post(`${codesAt(list)}/imports`, options)).data
}
