import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../api.ts'

export type AuditEntry = ItemOf<paths['/admin/audit']['get']>
export type TaxRates = DataOf<paths['/admin/tax/rates']['get']>
type SetTaxRate = paths['/admin/tax/rates']['post']['requestBody']['content']['application/json']
export type RatedTaxClass = SetTaxRate['taxClass']
export type ShippingMethod = DataOf<paths['/admin/shipping-methods']['get']>['methods'][number]
export type SetShippingMethod =
  paths['/admin/shipping-methods']['post']['requestBody']['content']['application/json']
export type PriceList = ItemOf<paths['/api/v1/price-lists']['get']>
export type ModelLimit = ItemOf<paths['/api/v1/llm/limits']['get']>
export type Assortment = ItemOf<paths['/api/v1/assortments']['get']>
export type AssortmentDraft =
  paths['/api/v1/assortments']['post']['requestBody']['content']['application/json']
type PutLimit = paths['/api/v1/llm/limits']['put']['requestBody']['content']['application/json']
export type Campaign = ItemOf<paths['/api/v1/ads/campaigns']['get']>
export type CatalogImport = ItemOf<paths['/api/v1/catalog/imports']['get']>

export async function getTaxRates(signal: AbortSignal): Promise<TaxRates> {
  return (await api.get('/admin/tax/rates', { signal })).data
}

export async function setTaxRate(body: SetTaxRate): Promise<void> {
  await api.post('/admin/tax/rates', { body })
}

export async function deleteTaxRate(rateId: string): Promise<void> {
  await api.delete('/admin/tax/rates/{rateId}', { params: { path: { rateId } }, ...emptyBody })
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
  await api.delete('/admin/shipping-methods/{shippingMethodId}', { params, ...emptyBody })
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

/** Null: the list holds for the whole company. */
export async function setUnitOfPriceList(
  priceListId: string,
  unitId: string | null,
): Promise<void> {
  const params = { path: { priceListId } }
  await api.patch('/api/v1/price-lists/{priceListId}', { params, body: { unitId } })
}

export async function addAssortment(body: AssortmentDraft): Promise<void> {
  await api.post('/api/v1/assortments', { body })
}

/** All fields are replaced. */
export async function changeAssortment(
  assortmentId: string,
  body: Omit<AssortmentDraft, 'unitId'> & { readonly unitId: string | null },
): Promise<void> {
  const params = { path: { assortmentId } }
  await api.patch('/api/v1/assortments/{assortmentId}', { params, body })
}

export async function deleteAssortment(assortmentId: string): Promise<void> {
  const params = { path: { assortmentId } }
  await api.delete('/api/v1/assortments/{assortmentId}', { params, ...emptyBody })
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
