import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HeldRate } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import type { Column } from '../lists/list.tsx'
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
    <DecisionList
      id="held-rates"
      title="work.heldRates.title"
      queryKey={['held-rates']}
      read={(cursor, signal) => listHeldRates(cursor, signal)}
      columns={columns}
      row={(rate, onResult) => (
        <HeldRateRow key={rate.id} rate={rate} now={now} onResult={onResult} />
      )}
      none="work.heldRates.none"
    />
  )
}

type RowProps = {
  readonly rate: HeldRate
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function HeldRateRow({ rate, now, onResult }: RowProps) {
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
        <InPlace
          ask={t('work.heldRates.release')}
          label={t('work.heldRates.releaseOf', { currency })}
        >
          {(leave) => <Release rate={rate} onResult={onResult} onLeave={leave} />}
        </InPlace>
      </td>
    </tr>
  )
}

type ReleaseProps = {
  readonly rate: HeldRate
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Release({ rate, onResult, onLeave }: ReleaseProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { id, base, currency } = rate
  const deciding = useMutation({
    mutationFn: () => releaseHeldRate(id),
    onSuccess: async () => {
      onResult(t('work.heldRates.done', { currency }))
      await queries.invalidateQueries()
    },
  })
  return (
    <DecisionForm
      act={t('work.heldRates.release')}
      deciding={deciding}
      onDecide={deciding.mutate}
      onLeave={onLeave}
    >
      <p>{t('work.heldRates.sure', { base, currency, rate: rate.rate })}</p>
    </DecisionForm>
  )
}
