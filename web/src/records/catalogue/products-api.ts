import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

export type Product = DataOf<paths['/api/v1/products/{productId}']['get']>

export async function getProduct(productId: string, signal: AbortSignal): Promise<Product> {
  const params = { path: { productId } }
  return (await api.get('/api/v1/products/{productId}', { params, signal })).data
}

type SetTaxClass =
  paths['/admin/tax/classes']['patch']['requestBody']['content']['application/json']
export type TaxClass = NonNullable<SetTaxClass['taxClass']>

export const taxClasses: readonly TaxClass[] = [
  'standard',
  'reduced',
  'reduced_low',
  'super_reduced',
  'parking',
  'zero',
  'exempt',
]

export async function setTaxClass(productId: string, taxClass: TaxClass): Promise<void> {
  await api.patch('/admin/tax/classes', { body: { taxClass, productIds: [productId] } })
}
