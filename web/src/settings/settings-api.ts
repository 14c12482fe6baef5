import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, type Page, pageOf, queryOf } from '../api.ts'

export type AuditEntry = ItemOf<paths['/admin/audit']['get']>
export type TaxRates = DataOf<paths['/admin/tax/rates']['get']>
type SetTaxRate = paths['/admin/tax/rates']['post']['requestBody']['content']['application/json']
export type RatedTaxClass = SetTaxRate['taxClass']
export type ShippingMethod = DataOf<paths['/admin/shipping-methods']['get']>['methods'][number]
export type SetShippingMethod =
  paths['/admin/shipping-methods']['post']['requestBody']['content']['application/json']
export type PriceList = ItemOf<paths['/api/v1/price-lists']['get']>
export type ModelLimit = ItemOf<paths['/api/v1/llm/limits']['get']>
type PutLimit = paths['/api/v1/llm/limits']['put']['requestBody']['content']['application/json']
export type Campaign = ItemOf<paths['/api/v1/ads/campaigns']['get']>
export type CatalogImport = ItemOf<paths['/api/v1/catalog/imports']['get']>

type Cut = string | undefined
const empty = { body: {} } as object

export async function listAudit(
  query: { readonly companyId: string; readonly target: string; readonly cursor: Cut },
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const given = Object.entries(query).map(([name, value]) => [name, value || undefined])
  const params = { query: queryOf(Object.fromEntries(given) as Partial<typeof query>) }
  return pageOf(await api.get('/admin/audit', { params, signal }))
}

export async function getTaxRates(signal: AbortSignal): Promise<TaxRates> {
  return (await api.get('/admin/tax/rates', { signal })).data
}

export async function setTaxRate(body: SetTaxRate): Promise<void> {
  await api.post('/admin/tax/rates', { body })
}

export async function deleteTaxRate(rateId: string): Promise<void> {
  await api.delete('/admin/tax/rates/{rateId}', { params: { path: { rateId } }, ...empty })
}

export async function listShippingMethods(signal: AbortSignal): Promise<ShippingMethod[]> {
  return (await api.get('/admin/shipping-methods', { signal })).data.methods
}

export async function addShippingMethod(body: SetShippingMethod): Promise<void> {
  await api.post('/admin/shipping-methods', { body })
}

/** All fields are replaced. */
export async function changeShippingMethod(
  shippingMethodId: string,
  body: SetShippingMethod,
): Promise<void> {
  const params = { path: { shippingMethodId } }
  await api.put('/admin/shipping-methods/{shippingMethodId}', { params, body })
}

export async function deleteShippingMethod(shippingMethodId: string): Promise<void> {
  const params = { path: { shippingMethodId } }
  await api.delete('/admin/shipping-methods/{shippingMethodId}', { params, ...empty })
}

export async function listPriceLists(cursor: Cut, signal: AbortSignal): Promise<Page<PriceList>> {
  const params = { query: queryOf({ cursor }) }
  return pageOf(await api.get('/api/v1/price-lists', { params, signal }))
}

export async function changePrice(
  priceListId: string,
  productId: string,
  unitPrice: string,
): Promise<void> {
  const params = { path: { priceListId } }
  const body = { entries: [{ productId, unitPrice }] }
  await api.put('/api/v1/price-lists/{priceListId}/entries', { params, body })
}

export async function listModelLimits(cursor: Cut, signal: AbortSignal): Promise<Page<ModelLimit>> {
  const params = { query: queryOf({ cursor }) }
  return pageOf(await api.get('/api/v1/llm/limits', { params, signal }))
}

export async function putModelLimit(body: PutLimit): Promise<void> {
  await api.put('/api/v1/llm/limits', { body })
}

export async function changeCampaignState(
  { id, version }: Campaign,
  state: 'ACTIVE' | 'PAUSED',
): Promise<void> {
  const params = { path: { campaignId: id } }
  const body = { expectedVersion: version, state }
  await api.patch('/api/v1/ads/campaigns/{campaignId}', { params, body })
}
