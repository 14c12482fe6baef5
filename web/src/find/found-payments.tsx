import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { RecordName } from '../records/record-name.tsx'

const list = listOf('/admin/payments')

type Props = {
  readonly title: MessageKey
  readonly query: { readonly q: string } | { readonly companyId: string }
}

export function FoundPayments({ title, query }: Props) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="found-payments"
      title={title}
      query={query}
      names={{ state: 'find.payment' }}
      cells={{
        orderNumber: ({ orderId }) => orderId !== undefined && <RecordName id={orderId} />,
        state: ({ state, failureReason }) => (
          <>
            {t(`find.payment.${state}`)}
            {failureReason !== undefined && <span className={card.error}>{failureReason}</span>}
          </>
        ),
        providerReference: ({ provider, providerReference }) => (
          <>
            {provider}
            {providerReference !== undefined && (
              <span className={styles.id}>{providerReference}</span>
            )}
          </>
        ),
      }}
      none={'q' in query ? 'find.payments.none' : 'find.payments.noneOfCompany'}
      isNoneGood={false}
      isLive={false}
    />
  )
}
