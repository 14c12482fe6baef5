import { Facts } from '../../components/facts.tsx'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { Details } from '../details.tsx'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { getEvent } from './webhooks-api.ts'

/** One event of a company: what happened to which record, and the data that webhooks and automations get. */
export function EventPage({ recordId }: RecordPageProps) {
  const { t, instant, number } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('event.title', { id: recordId })}
      read={({ companyId }, signal) => getEvent(companyId, recordId, signal)}
      isLive={false}
    >
      {({ type, occurredAt, sequence, entity, data }, { companyId, companyName }) => (
        <>
          <Facts
            facts={[
              [t('event.type'), type],
              [t('event.about'), <RecordId key="entity" id={entity.id} />],
              [
                t('lists.column.company'),
                <>
                  {companyName}
                  <RecordId id={companyId} />
                </>,
              ],
              [t('event.occurred'), instant(occurredAt)],
              [t('event.sequence'), number(sequence)],
            ]}
          />
          <Details title="event.data" values={data} />
        </>
      )}
    </OwnedRecord>
  )
}
