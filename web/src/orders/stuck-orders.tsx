import { confirmOrder, retryCredit } from '../api.ts'
import type { StuckOrder } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/stuck')

/** Orders that do not progress by themselves, with the person to contact and the possible actions. */
export function StuckOrders({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'stuck-orders', filter: 'reason' })
  return (
    <RouteList
      list={list}
      id="stuck-orders"
      title="orders.stuck.title"
      choice={choice}
      keys={['reason', 'creditId', 'orderId']}
      now={now}
      ages={['since']}
      names={{ reason: 'orders.reason', state: 'find.order' }}
      cells={{
        number: ({ orderId, number, poNumber }) => (
          <>
            <RecordId id={orderId} number={number} />
            {poNumber && <span className={styles.quiet}>{poNumber}</span>}
          </>
        ),
        reason: ({ reason, state }) => (
          <>
            <span className={card.state}>
              <Mark tone="warning" />
              {t(`orders.reason.${reason}`)}
            </span>
            <span className={card.error}>{t(`find.order.${state}`)}</span>
          </>
        ),
      }}
      without={['state', 'lastError']}
      extra={{ title: 'lists.column.nextStep', cell: (order) => <NextStep order={order} /> }}
      none="orders.stuck.none"
    />
  )
}

function NextStep({ order }: { readonly order: StuckOrder }) {
  const { t, list } = useWords()
  const { orderId, number, reason, suppliers, creditId, lastError } = order
  if (reason === 'CREDIT_UNSETTLED') {
    return (
      <>
        {t('lists.retriedAutomatically')}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </>
    )
  }
  if (reason === 'CREDIT_REFUSED') {
    return (
      <>
        {t('orders.stuck.refused')}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
        {creditId !== undefined && (
          <Action
            ask={t('orders.stuck.tryAgain')}
            label={t('orders.stuck.tryAgainOf', { id: number })}
            act={t('orders.stuck.retryRefund')}
            run={() => retryCredit(orderId, creditId)}
          />
        )}
      </>
    )
  }
  const names = list(suppliers.map(({ id, name }) => name ?? id))
  return (
    <>
      {names === '' ? t('orders.stuck.suppliers') : names}
      {reason === 'UNCONFIRMED' && (
        <Action
          ask={t('orders.stuck.confirm')}
          label={t('orders.stuck.confirmOf', { id: number })}
          act={t('orders.stuck.confirmSure')}
          run={() => confirmOrder(orderId)}
        />
      )}
    </>
  )
}
