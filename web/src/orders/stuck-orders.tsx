import { confirmOrder, listStuckOrders, retryCredit } from '../api.ts'
import type { StuckOrder } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.order' },
  { title: 'orders.stuck.why' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.amount', isNumber: true },
  { title: 'lists.column.nextStep' },
] as const satisfies readonly Column[]

/** Orders that do not progress by themselves, with the person to contact and the possible actions. */
export function StuckOrders({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [reason, setReason] = useChoice('stuck-orders')
  return (
    <List
      id="stuck-orders"
      title="orders.stuck.title"
      queryKey={['stuck-orders', reason ?? '']}
      read={(cursor, signal) => listStuckOrders({ reason, cursor }, signal)}
      columns={columns}
      row={(order) => (
        <StuckRow
          key={`${order.reason}/${order.creditId ?? order.orderId}`}
          order={order}
          now={now}
        />
      )}
      none="orders.stuck.none"
      filter={
        <Filter
          label="orders.stuck.filter"
          value={reason}
          all="orders.stuck.any"
          values={choices['stuck-orders']}
          nameOf={(each) => t(`orders.reason.${each}`)}
          onChange={setReason}
        />
      }
    />
  )
}

function StuckRow({ order, now }: { readonly order: StuckOrder; readonly now: number }) {
  const { t, money } = useWords()
  const { orderId, number, companyName, companyId, poNumber, reason, amount } = order
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={orderId} number={number} />
        {poNumber && <span className={styles.quiet}>{poNumber}</span>}
      </th>
      <td>
        <span className={card.state}>
          <Mark tone="warning" />
          {t(`orders.reason.${reason}`)}
        </span>
        <span className={card.error}>{t(`find.order.${order.state}`)}</span>
      </td>
      <td className={card.number}>
        <Since at={order.since} now={now} />
      </td>
      <td className={card.number}>{money(amount)}</td>
      <td className={styles.words}>
        <NextStep order={order} />
      </td>
    </tr>
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
