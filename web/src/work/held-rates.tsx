import type { HeldRate } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { listHeldRates, releaseHeldRate } from './held-rates-api.ts'

const columns = [
  { title: 'work.heldRates.currency' },
  { title: 'work.heldRates.inUse', isNumber: true },
  { title: 'work.heldRates.held', isNumber: true },
  { title: 'work.heldRates.move', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Exchange rates that moved by more than 20 %: an operator compares each with another source and releases it. */
export function HeldRates({ now }: { readonly now: number }) {
  return (
    <List
      id="held-rates"
      title="work.heldRates.title"
      queryKey={['held-rates']}
      read={(cursor, signal) => listHeldRates(cursor, signal)}
      columns={columns}
      row={(rate) => <HeldRateRow key={rate.id} rate={rate} now={now} />}
      none="work.heldRates.none"
    />
  )
}

type RowProps = {
  readonly rate: HeldRate
  readonly now: number
}

function HeldRateRow({ rate, now }: RowProps) {
  const { t, number } = useWords()
  const { base, currency, provider, rateInUse, rateInUseAsOf, heldSince } = rate
  return (
    <tr>
      <th scope="row">
        {t('work.heldRates.pair', { base, currency })}
        <span className={styles.id}>{provider}</span>
      </th>
      <td className={card.number}>
        {rateInUse}
        <span className={styles.id}>
          <time dateTime={rateInUseAsOf}>{rateInUseAsOf.slice(0, 10)}</time>
        </span>
      </td>
      <td className={card.number}>{rate.rate}</td>
      <td className={card.number}>{number(rate.movePercent)} %</td>
      <td className={card.number}>
        <Since at={heldSince} now={now} />
      </td>
      <td>
        <Action
          ask={t('work.heldRates.release')}
          label={t('work.heldRates.releaseOf', { currency })}
          act={t('work.heldRates.release')}
          effect={t('work.heldRates.sure', { base, currency, rate: rate.rate })}
          run={() => releaseHeldRate(rate.id)}
          done={t('work.heldRates.done', { currency })}
        />
      </td>
    </tr>
  )
}
