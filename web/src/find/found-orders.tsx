import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/search')

type Props = {
  readonly title: MessageKey
  /** Empty: the orders of all companies. */
  readonly query: { readonly q?: string; readonly companyId?: string }
  readonly none: MessageKey
}

export function FoundOrders({ title, query, none }: Props) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="found-orders"
      title={title}
      query={query}
      names={{ state: 'find.order', paymentState: 'find.payment' }}
      cells={{
        number: ({ orderId, number }) => <RecordId id={orderId} number={number} />,
        paymentState: ({ paymentState, paymentId }) => (
          <>
            {t(`find.payment.${paymentState}`)}
            {paymentId !== undefined && <RecordId id={paymentId} />}
          </>
        ),
      }}
      none={none}
      isNoneGood={false}
      isLive={false}
    />
  )
}
