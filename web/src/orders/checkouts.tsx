import { listCheckouts } from '../api.ts'
import type { CheckoutUnderWay } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'

const columns = [
  { title: 'Checkout' },
  { title: 'Waits for' },
  { title: 'Age', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'What happens next' },
]

type Action = CheckoutUnderWay['next']['action']

const actions: Readonly<Record<Action, string>> = {
  expire_reservation: 'It expires unless its buyer pays. Its goods are then released.',
  hand_over_payment: 'The service creates its payment at the provider.',
  ask_payment_provider: 'The service asks the provider for the state of the payment.',
  cancel_payment: 'Nobody has paid in time, so the service cancels the payment.',
  complete_order: 'Its payment is certain, so the service places the order.',
  give_up: 'Its payment has ended, so the service releases its goods and its cart.',
}

/** Open checkouts, the oldest first: stuck ones are at the top, with the sweeper's next step. */
export function Checkouts({ now }: { readonly now: number }) {
  return (
    <List
      id="checkouts"
      title="Checkouts under way"
      queryKey={['checkouts']}
      read={(cursor, signal) => listCheckouts(cursor, signal)}
      columns={columns}
      row={(checkout) => <CheckoutRow key={checkout.checkoutId} checkout={checkout} now={now} />}
      none="No checkout is open."
    />
  )
}

function CheckoutRow({
  checkout,
  now,
}: {
  readonly checkout: CheckoutUnderWay
  readonly now: number
}) {
  const { checkoutId, companyId, companyName, paymentId, state, stuck, total } = checkout
  const { ageSeconds, lastError, next } = checkout
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}
        <span className={styles.id}>{checkoutId}</span>
        {paymentId && <span className={styles.id}>{paymentId}</span>}
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={stuck ? 'warning' : 'good'} />
          {state === 'RESERVED' ? 'Its buyer' : 'Its payment'}
        </span>
        {stuck && <span className={card.error}>Stuck</span>}
      </td>
      <td className={card.number}>
        <Since at={new Date(now - ageSeconds * 1_000).toISOString()} now={now} />
      </td>
      <td className={card.number}>
        {total.amount} {total.currency}
      </td>
      <td className={styles.words}>
        {actions[next.action]}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
    </tr>
  )
}
