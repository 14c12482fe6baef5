import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmOrder, listStuckOrders, retryCredit } from '../api.ts'
import type { StuckOrder } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { titleOf } from '../operations/words.ts'
import { Refusal } from '../shell/refusal.tsx'

type Reason = StuckOrder['reason']

const reasons: Readonly<Record<Reason, string>> = {
  UNCONFIRMED: 'Not confirmed',
  UNSHIPPED: 'Not shipped',
  CREDIT_UNSETTLED: 'Refund late',
  CREDIT_REFUSED: 'Refund refused',
}

const columns = [
  { title: 'Order' },
  { title: 'Why' },
  { title: 'Age', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Next step' },
]

/** Orders that do not progress by themselves, with the person to contact and the possible actions. */
export function StuckOrders({ now }: { readonly now: number }) {
  const [reason, setReason] = useChoice('stuck-orders', reasons)
  return (
    <List
      id="stuck-orders"
      title="Stuck orders"
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
      none="No order is stuck."
      filter={
        <Filter
          label="Why orders are stuck"
          value={reason}
          all="Any reason"
          choices={reasons}
          onChange={setReason}
        />
      }
    />
  )
}

function StuckRow({ order, now }: { readonly order: StuckOrder; readonly now: number }) {
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
          {reasons[reason]}
        </span>
        <span className={card.error}>{titleOf(order.state.toLowerCase())}</span>
      </td>
      <td className={card.number}>
        <Since at={order.since} now={now} />
      </td>
      <td className={card.number}>
        {amount.amount} {amount.currency}
      </td>
      <td className={styles.words}>
        <NextStep order={order} />
      </td>
    </tr>
  )
}

function NextStep({ order }: { readonly order: StuckOrder }) {
  const { orderId, reason, suppliers, creditId, lastError } = order
  if (reason === 'CREDIT_UNSETTLED') {
    return (
      <>
        It is retried automatically.
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </>
    )
  }
  if (reason === 'CREDIT_REFUSED') {
    return (
      <>
        An operator: the provider refuses the refund.
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
        {creditId !== undefined && (
          <InTwoSteps
            ask="Try again"
            label={`Try to refund order ${orderId} again`}
            sure="Retry the refund"
            act={() => retryCredit(orderId, creditId)}
          />
        )}
      </>
    )
  }
  const names = suppliers.map(({ id, name }) => name ?? id).join(', ')
  return (
    <>
      {names === '' ? 'Its suppliers' : names}
      {reason === 'UNCONFIRMED' && (
        <InTwoSteps
          ask="Confirm"
          label={`Confirm order ${orderId}`}
          sure="Confirm in their place"
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
            Leave it
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
