import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/checkout/report')

/** Open checkouts, the oldest first: stuck ones are at the top, with the sweeper's next step. */
export function Checkouts({ now }: { readonly now: number }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="checkouts"
      title="orders.checkouts.title"
      cells={{
        checkoutId: ({ checkoutId, paymentId }) => (
          <>
            <RecordId id={checkoutId} />
            {paymentId && <RecordId id={paymentId} />}
          </>
        ),
        state: ({ state, stuck }) => (
          <>
            <span className={card.state}>
              <Mark tone={stuck ? 'warning' : 'good'} />
              {t(state === 'RESERVED' ? 'orders.checkouts.buyer' : 'orders.checkouts.payment')}
            </span>
            {stuck && <span className={card.error}>{t('columns.stuck')}</span>}
          </>
        ),
        createdAt: ({ createdAt }) => <Since at={createdAt} now={now} />,
      }}
      without={['stuck', 'lastError']}
      action={({ next, lastError }) => (
        <>
          {t(`orders.action.${next.action}`)}
          {lastError !== undefined && <span className={card.error}>{lastError}</span>}
        </>
      )}
      none="orders.checkouts.none"
    />
  )
}
