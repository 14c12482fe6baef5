import { replayDelivery } from '../../api.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import styles from '../../components/record.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { type DeliveryWithAttempts, getDelivery } from './webhooks-api.ts'

const finished: readonly string[] = ['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED']

/** One delivery of an event: why it is held, and what the receiver answered to each attempt. */
export function DeliveryPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('delivery.title', { id: recordId })}
      read={({ companyId }, signal) => getDelivery(companyId, recordId, signal)}
      isLive={false}
    >
      {(delivery, { companyId }) => (
        <>
          <DeliveryFacts delivery={delivery} companyId={companyId} />
          {finished.includes(delivery.state) && (
            <Actions>
              <Action
                ask={t('find.deliveries.replay')}
                label={t('find.deliveries.replayOf', { id: recordId })}
                act={t('delivery.replaySure')}
                run={() => replayDelivery(companyId, recordId)}
              />
            </Actions>
          )}
          <ListView
            title="delivery.attempts.title"
            items={delivery.attemptLog}
            columns={attemptColumns}
            row={(attempt) => <AttemptRow key={attempt.n} attempt={attempt} />}
            none="delivery.attempts.none"
          />
        </>
      )}
    </OwnedRecord>
  )
}

type FactsProps = { readonly delivery: DeliveryWithAttempts; readonly companyId: string }

function DeliveryFacts({ delivery, companyId }: FactsProps) {
  const { t, number, instant } = useWords()
  const { state, heldBecause, eventId, attempts, replayOf, createdAt, finishedAt } = delivery
  const { nextAttemptAt } = delivery
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`find.delivery.${state}`)],
        [t('delivery.heldBecause'), heldBecause && t(`find.held.${heldBecause}`)],
        [
          t('delivery.event'),
          <>
            {delivery.type}
            <RecordId id={eventId} />
          </>,
        ],
        [t('work.webhooks.subscription'), <RecordName key="webhook" id={delivery.webhookId} />],
        [t('lists.column.company'), <RecordName key="company" id={companyId} />],
        [t('lists.column.attempts'), number(attempts)],
        [t('delivery.nextAttempt'), nextAttemptAt && instant(nextAttemptAt)],
        [t('delivery.created'), instant(createdAt)],
        [t('delivery.finished'), finishedAt && instant(finishedAt)],
        [t('delivery.replayOf'), replayOf && <RecordId id={replayOf} />],
      ]}
    />
  )
}

const attemptColumns = [
  { title: 'delivery.attempts.attempt' },
  { title: 'delivery.attempts.outcome' },
  { title: 'delivery.attempts.took', isNumber: true },
  { title: 'delivery.attempts.answer' },
] as const satisfies readonly Column[]

type AttemptProps = { readonly attempt: DeliveryWithAttempts['attemptLog'][number] }

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
