import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmOrder, listStuckOrders, retryCredit } from '../api.ts'
import type { StuckOrder } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import { type Column, List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { Refusal } from '../shell/refusal.tsx'

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
  const { orderId, companyName, companyId, poNumber, reason, amount } = order
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}
        <span className={styles.id}>{orderId}</span>
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
  const { orderId, reason, suppliers, creditId, lastError } = order
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
          <InTwoSteps
            ask={t('orders.stuck.tryAgain')}
            label={t('orders.stuck.tryAgainOf', { id: orderId })}
            sure={t('orders.stuck.retryRefund')}
            act={() => retryCredit(orderId, creditId)}
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
        <InTwoSteps
          ask={t('orders.stuck.confirm')}
          label={t('orders.stuck.confirmOf', { id: orderId })}
          sure={t('orders.stuck.confirmSure')}
          act={() => confirmOrder(orderId)}
        />
      )}
    </>
  )
}

type Act = {
  readonly ask: string
  /** The subject of `ask`, for people who do not see the row. */
  readonly label: string
  readonly sure: string
  readonly act: () => Promise<void>
}

/** Asks for a confirmation: nobody should confirm for a supplier by accident. */
function InTwoSteps({ ask, label, sure, act }: Act) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['stuck-orders'] }),
  })
  return (
    <div className={styles.buttons}>
      {asks ? (
        <>
          <Button size="compact-sm" loading={acting.isPending} onClick={() => acting.mutate()}>
            {sure}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
            {t('lists.leave')}
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={label}
          onClick={() => setAsks(true)}
        >
          {ask}
        </Button>
      )}
      <Refusal error={acting.error} />
    </div>
  )
}
