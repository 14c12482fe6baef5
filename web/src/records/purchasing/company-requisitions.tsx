import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { RecordId } from '../record-id.tsx'

const list = listOf('/admin/companies/{companyId}/requisitions')

/** What the people of a company ask their buyers to order, from the submission on. */
export function CompanyRequisitions({ companyId }: { readonly companyId: string }) {
  return (
    <RouteList
      list={list}
      id="requisitions"
      title="requisitions.title"
      params={{ companyId }}
      names={{ state: 'requisitions.state' }}
      without={['id']}
      cells={{
        number: ({ id, number }) => <RecordId id={id} number={number} />,
        orderNumber: ({ orderId, orderNumber }) =>
          orderId !== undefined && <RecordId id={orderId} number={orderNumber} />,
      }}
      none="requisitions.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
