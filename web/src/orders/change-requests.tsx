import { withdrawChangeRequest } from '../api.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/change-requests')

/** Changes that buyers request, on which the suppliers have not decided. */
export function ChangeRequests({ now }: { readonly now: number }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="change-requests"
      title="orders.changeRequests.title"
      keys={['changeRequestId']}
      now={now}
      ages={['requestedAt', 'remindedAt']}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      extra={{
        title: 'lists.column.nextStep',
        cell: ({ orderId, orderNumber, changeRequestId }) => (
          <Action
            ask={t('orders.changeRequests.withdraw')}
            label={t('orders.changeRequests.withdrawOf', { id: orderNumber })}
            act={t('orders.changeRequests.withdrawSure')}
            run={() => withdrawChangeRequest(orderId, changeRequestId)}
          />
        ),
      }}
      none="orders.changeRequests.none"
    />
  )
}
