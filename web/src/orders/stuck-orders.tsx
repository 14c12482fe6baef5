import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmOrder, listStuckOrders } from '../api.ts'
import type { StuckOrder } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { titleOf } from '../operations/words.ts'
import { sentenceOf } from '../shell/sentence-of.ts'

type Reason = StuckOrder['reason']

const reasons: Readonly<Record<Reason, string>> = {
  UNCONFIRMED: 'Not confirmed',
  UNSHIPPED: 'Not shipped',
  CREDIT_UNSETTLED: 'Money not gone back',
}

const columns = [
  { title: 'Order' },
  { title: 'Why' },
  { title: 'For', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Who can go on' },
]

/** Orders that do not go on by themselves, with whom to ask and what can be done here. */
export function StuckOrders({ now }: { readonly now: number }) {
  const [reason, setReason] = useState<Reason>()
  return (
    <List
      id="stuck-orders"
      title="Stuck orders"
      queryKey={['stuck-orders', reason ?? '']}
      read={(cursor, signal) => listStuckOrders({ reason, cursor }, signal)}
      columns={columns}
      row={(order) => <StuckRow key={`${order.reason}/${order.orderId}`} order={order} now={now} />}
      none="No order is stuck."
      filter={
        <Filter
          label="Why orders are stuck"
          value={reason}
          all="Whatever the reason"
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
  const { reason, suppliers, lastError } = order
  if (reason === 'CREDIT_UNSETTLED') {
    return (
      <>
        It is tried again by itself.
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </>
    )
  }
  const names = suppliers.map(({ id, name }) => name ?? id).join(', ')
  return (
    <>
      {names === '' ? 'Its suppliers' : names}
      {reason === 'UNCONFIRMED' && <Confirm orderId={order.orderId} />}
    </>
  )
}

/** In two steps: nobody confirms for a supplier by a slip of the finger. */
function Confirm({ orderId }: { readonly orderId: string }) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const confirming = useMutation({
    mutationFn: () => confirmOrder(orderId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['stuck-orders'] }),
  })
  return (
    <div className={styles.buttons}>
      {asks ? (
        <>
          <Button
            size="compact-sm"
            loading={confirming.isPending}
            onClick={() => confirming.mutate()}
          >
            Confirm in their place
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
            Leave it
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Confirm order ${orderId}`}
          onClick={() => setAsks(true)}
        >
          Confirm
        </Button>
      )}
      {confirming.isError && (
        <p className="notice notice-bad" role="alert">
          {sentenceOf(confirming.error)}
        </p>
      )}
    </div>
  )
}
