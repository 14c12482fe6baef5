import { listCheckouts } from '../api.ts'
import type { CheckoutUnderWay } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'orders.checkouts.checkout' },
  { title: 'orders.checkouts.waitsFor' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.amount', isNumber: true },
  { title: 'orders.checkouts.next' },
] as const satisfies readonly Column[]

/** Open checkouts, the oldest first: stuck ones are at the top, with the sweeper's next step. */
export function Checkouts({ now }: { readonly now: number }) {
  return (
    <List
      id="checkouts"
      title="orders.checkouts.title"
      queryKey={['checkouts']}
      read={(cursor, signal) => listCheckouts(cursor, signal)}
      columns={columns}
      row={(checkout) => <CheckoutRow key={checkout.checkoutId} checkout={checkout} now={now} />}
      none="orders.checkouts.none"
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
  const { t, money } = useWords()
  const { checkoutId, companyId, companyName, paymentId, state, stuck, total } = checkout
  const { ageSeconds, lastError, next } = checkout
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={checkoutId} />
        {paymentId && <RecordId id={paymentId} />}
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={stuck ? 'warning' : 'good'} />
          {t(state === 'RESERVED' ? 'orders.checkouts.buyer' : 'orders.checkouts.payment')}
        </span>
        {stuck && <span className={card.error}>{t('orders.checkouts.stuck')}</span>}
      </td>
      <td className={card.number}>
        <Since at={new Date(now - ageSeconds * 1_000).toISOString()} now={now} />
      </td>
      <td className={card.number}>{money(total)}</td>
      <td className={styles.words}>
        {t(`orders.action.${next.action}`)}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
    </tr>
  )
}
