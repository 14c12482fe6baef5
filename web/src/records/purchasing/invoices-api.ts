import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, type Page, pageOf, queryOf } from '../../api.ts'
import type { Language } from '../../language/languages.ts'

const one = '/admin/companies/{companyId}/invoices/{invoiceId}'

export type Invoice = DataOf<paths[typeof one]['get']>

export async function getInvoice(
  companyId: string,
  invoiceId: string,
  signal: AbortSignal,
): Promise<Invoice> {
  return (await api.get(one, { params: { path: { companyId, invoiceId } }, signal })).data
}

export async function listFailingPdfs(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ItemOf<paths['/admin/invoices/failing-pdfs']['get']>>> {
  const params = { query: queryOf({ cursor }) }
  return pageOf(await api.get('/admin/invoices/failing-pdfs', { params, signal }))
}

export async function listFailingPurchaseOrders(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ItemOf<paths['/admin/orders/failing-pdfs']['get']>>> {
  const params = { query: queryOf({ cursor }) }
  return pageOf(await api.get('/admin/orders/failing-pdfs', { params, signal }))
}

/** The address of the document, for a link. */
export function documentAddress(
  { id, buyerId }: Pick<Invoice, 'id' | 'buyerId'>,
  format: 'pdf' | 'ubl',
  language?: Language,
): string {
  const query = language ? `?locale=${language}` : ''
  return `/admin/api/admin/companies/${buyerId}/invoices/${id}/${format}${query}`
}
