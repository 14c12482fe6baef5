import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'
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

/** The address of the document, for a link. */
export function documentAddress(
  { id, buyerId }: Pick<Invoice, 'id' | 'buyerId'>,
  format: 'pdf' | 'ubl',
  language?: Language,
): string {
  const query = language ? `?locale=${language}` : ''
  return `/admin/api/admin/companies/${buyerId}/invoices/${id}/${format}${query}`
}
