import { replayDelivery } from '../../api.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { DeliveryAttempts } from '../../components/delivery-attempts.tsx'
import { Facts } from '../../components/facts.tsx'
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
          <DeliveryAttempts attempts={delivery.attemptLog} />
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
