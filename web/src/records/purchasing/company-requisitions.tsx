import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { RecordName } from '../record-name.tsx'

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
        number: ({ number, orderId }) => (
          <>
            {number}
            {orderId !== undefined && <RecordName id={orderId} />}
          </>
        ),
      }}
      none="requisitions.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
