import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { RecordId } from '../record-id.tsx'

const list = listOf('/admin/companies/{companyId}/invoices')

type Props = { readonly companyId: string; readonly orderId?: string }

/** The invoices and credit notes that the company received, or those of one of its orders. */
export function InvoicesOf({ companyId, orderId }: Props) {
  return (
    <RouteList
      list={list}
      id="invoices"
      title={orderId === undefined ? 'invoice.ofCompany' : 'invoice.ofOrder'}
      params={{ companyId }}
      query={{ side: 'received', ...(orderId !== undefined && { orderId }) }}
      names={{ kind: 'invoice.kind', state: 'invoice.state' }}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      none="invoice.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
