import { retryStandingOrder } from '../api.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'

const list = listOf('/admin/standing-orders')

/** Orders that the service places on the dates of a schedule, and what keeps them from the next one. */
export function StandingOrders() {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="standing-orders"
      title="orders.standingOrders.title"
      keys={['standingOrderId']}
      names={{ state: 'orders.standingOrders.state', trouble: 'orders.standingOrders.trouble' }}
      extra={{
        title: 'lists.column.nextStep',
        cell: ({ companyId, standingOrderId, name, failedDate }) =>
          failedDate !== undefined && (
            <Action
              ask={t('orders.standingOrders.retry')}
              label={t('orders.standingOrders.retryOf', { date: failedDate, name })}
              act={t('orders.standingOrders.retrySure')}
              run={() => retryStandingOrder(companyId, standingOrderId, failedDate)}
            />
          ),
      }}
      none="orders.standingOrders.none"
      isNoneGood={false}
    />
  )
}
