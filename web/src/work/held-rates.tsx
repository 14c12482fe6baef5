import type { HeldRate } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { releaseHeldRate } from './held-rates-api.ts'

const list = listOf('/admin/fx/held-rates')

/** Exchange rates that moved by more than 20 %: an operator compares each with another source and releases it. */
export function HeldRates({ now }: { readonly now: number }) {
  const { t, number } = useWords()
  return (
    <RouteList
      list={list}
      id="held-rates"
      title="work.heldRates.title"
      now={now}
      ages={['heldSince']}
      names={{ state: 'work.heldRates.state' }}
      cells={{
        currency: (pair) => t('work.heldRates.pair', pair),
        rateInUse: ({ rateInUse, rateInUseAsOf }) => (
          <>
            {rateInUse}
            <span className={styles.id}>
              <time dateTime={rateInUseAsOf}>{rateInUseAsOf.slice(0, 10)}</time>
            </span>
          </>
        ),
        movePercent: ({ movePercent }) => `${number(movePercent)} %`,
      }}
      action={(rate) => rate.state === 'HELD' && <Release rate={rate} />}
      none="work.heldRates.none"
    />
  )
}

function Release({ rate: { id, base, currency, rate } }: { readonly rate: HeldRate }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('work.heldRates.release')}
      label={t('work.heldRates.releaseOf', { currency })}
      act={t('work.heldRates.release')}
      effect={t('work.heldRates.sure', { base, currency, rate })}
      run={() => releaseHeldRate(id)}
      done={t('work.heldRates.done', { currency })}
    />
  )
}
