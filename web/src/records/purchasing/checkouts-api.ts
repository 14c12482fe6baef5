import type { DataOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../../api.ts'

const one = '/admin/companies/{companyId}/checkout/{checkoutId}'

export type CheckoutOfCompany = DataOf<
  paths['/admin/companies/{companyId}/checkout/{checkoutId}']['get']
>

export async function getCheckout(
  companyId: string,
  checkoutId: string,
  signal: AbortSignal,
): Promise<CheckoutOfCompany> {
  return (await api.get(one, { params: { path: { companyId, checkoutId } }, signal })).data
}

export async function cancelCheckout(
  companyId: string,
  checkoutId: string,
  note: string,
): Promise<void> {
  const params = { path: { companyId, checkoutId } }
  await api.post(`${one}/cancel`, { params, body: { note } })
}

/** Asks the payment provider now. */
export async function retryCheckout(companyId: string, checkoutId: string): Promise<void> {
  await api.post(`${one}/retry`, { params: { path: { companyId, checkoutId } }, ...emptyBody })
}
