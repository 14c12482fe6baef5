import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, emptyBody, type Page, pageOf, queryOf } from '../../api.ts'

const one = '/admin/companies/{companyId}'

export type CompanyRecord = DataOf<paths['/admin/companies/{companyId}']['get']>
export type CompanyChange =
  paths['/admin/companies/{companyId}']['patch']['requestBody']['content']['application/json']
export type NewCompany =
  paths['/admin/companies']['post']['requestBody']['content']['application/json']
export type Member = ItemOf<paths['/admin/companies/{companyId}/members']['get']>
export type Invitation = ItemOf<paths['/admin/companies/{companyId}/invitations']['get']>
export type CompanyRole =
  paths['/admin/companies/{companyId}/invitations']['post']['requestBody']['content']['application/json']['roles'][number]
export type ApiKey = DataOf<paths['/admin/companies/{companyId}/api-keys/{keyId}']['get']>
export type NewApiKey =
  paths['/admin/companies/{companyId}/api-keys']['post']['requestBody']['content']['application/json']
export type CreditAccount = DataOf<
  paths['/admin/companies/{companyId}/credit-accounts']['get']
>['accounts'][number]
export type PartnerApp = ItemOf<paths['/admin/companies/{companyId}/oauth-apps']['get']>

type Cut = string | undefined
const cutOf = (companyId: string, cursor: Cut) => ({
  path: { companyId },
  query: queryOf({ cursor }),
})

export async function getCompany(companyId: string, signal: AbortSignal): Promise<CompanyRecord> {
  return (await api.get(one, { params: { path: { companyId } }, signal })).data
}

export async function createCompany(body: NewCompany): Promise<CompanyRecord> {
  return (await api.post('/admin/companies', { body })).data
}

export async function changeCompany(companyId: string, body: CompanyChange): Promise<void> {
  await api.patch(one, { params: { path: { companyId } }, body })
}

export async function listMembers(
  companyId: string,
  cursor: Cut,
  signal: AbortSignal,
): Promise<Page<Member>> {
  return pageOf(await api.get(`${one}/members`, { params: cutOf(companyId, cursor), signal }))
}

export async function invite(companyId: string, email: string, role: CompanyRole): Promise<void> {
  const params = { path: { companyId } }
  await api.post(`${one}/invitations`, { params, body: { email, roles: [role] } })
}

export async function revokeInvitation(companyId: string, invitationId: string): Promise<void> {
  await api.delete(`${one}/invitations/{invitationId}`, {
    params: { path: { companyId, invitationId } },
    ...emptyBody,
  })
}

export async function getApiKey(
  companyId: string,
  keyId: string,
  signal: AbortSignal,
): Promise<ApiKey> {
  const params = { path: { companyId, keyId } }
  return (await api.get(`${one}/api-keys/{keyId}`, { params, signal })).data
}

/** Returns the key, which no later request can read. */
export async function createApiKey(companyId: string, body: NewApiKey): Promise<string> {
  const { data } = await api.post(`${one}/api-keys`, { params: { path: { companyId } }, body })
  return data.key ?? ''
}

export async function revokeApiKey(companyId: string, keyId: string): Promise<void> {
  const params = { path: { companyId, keyId } }
  await api.delete(`${one}/api-keys/{keyId}`, { params, ...emptyBody })
}

export async function setCredit(
  companyId: string,
  currency: string,
  terms: {
    readonly limit: { readonly amount: string; readonly currency: string }
    readonly netDays: number
    readonly state: CreditAccount['state']
  },
): Promise<void> {
  const params = { path: { companyId, currency } }
  await api.put(`${one}/credit-accounts/{currency}`, { params, body: terms })
}

export async function revokeApp(companyId: string, appId: string): Promise<void> {
  const params = { path: { companyId, appId } }
  await api.delete(`${one}/oauth-apps/{appId}`, { params, ...emptyBody })
}
