import type { DataOf, paths } from '@purveyor/sdk'
import { useWords } from '../language/use-words.ts'
import card from './card.module.css'
import type { Column } from './list.tsx'
import { ListView } from './list-view.tsx'
import lists from './lists.module.css'
import styles from './record.module.css'

type Attempt = DataOf<
  paths['/api/v1/webhooks/deliveries/{deliveryId}']['get']
>['attemptLog'][number]

/** Each attempt to deliver an event, and what the receiver answered. */
export function DeliveryAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ListView
      title="delivery.attempts.title"
      items={attempts}
      columns={attemptColumns}
      row={(attempt) => <AttemptRow key={attempt.n} attempt={attempt} />}
      none="delivery.attempts.none"
    />
  )
}

const attemptColumns = [
  { title: 'delivery.attempts.attempt' },
  { title: 'delivery.attempts.outcome' },
  { title: 'delivery.attempts.took', isNumber: true },
  { title: 'delivery.attempts.answer' },
] as const satisfies readonly Column[]

type AttemptProps = { readonly attempt: Attempt }

function AttemptRow({ attempt }: AttemptProps) {
  const { t, number, milliseconds, instant } = useWords()
  const { n, trigger, startedAt, ms, statusCode, errorClass, requestHeaders, responseBody } =
    attempt
  return (
    <tr>
      <th scope="row">
        {number(n)}. {t(`delivery.trigger.${trigger}`)}
        <span className={lists.quiet}> {instant(startedAt)}</span>
      </th>
      <td>
        {statusCode}
        {errorClass && <span className={card.error}>{t(`delivery.error.${errorClass}`)}</span>}
      </td>
      <td className={card.number}>{milliseconds(ms)}</td>
      <td className={lists.words}>
        <details>
          <summary>{t('delivery.attempts.show')}</summary>
          <pre className={styles.text}>
            {Object.entries(requestHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
          <pre className={styles.text}>{responseBody ?? t('delivery.attempts.empty')}</pre>
        </details>
      </td>
    </tr>
  )
}
