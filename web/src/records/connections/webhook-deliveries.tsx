import { useNavigate } from '@tanstack/react-router'
import { listDeliveries, replayDelivery } from '../../api.ts'
import type { WebhookDelivery } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { type Column, List } from '../../components/list.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { useWords } from '../../language/use-words.ts'
import { choices } from '../../lists/choices.ts'
import { Filter } from '../../lists/filter.tsx'
import styles from '../../lists/lists.module.css'
import { Since } from '../../lists/since.tsx'
import { useChoice } from '../../lists/use-choice.ts'
import card from '../../operations/operations.module.css'
import { RecordId } from '../record-id.tsx'

const finished: readonly string[] = ['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED']

const columns = [
  { title: 'find.deliveries.delivery' },
  { title: 'lists.column.state' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'find.deliveries.replay' },
] as const satisfies readonly Column[]

type Props = {
  readonly companyId: string
  readonly webhookId: string
  /** The id of one event. Empty: all events. */
  readonly event: string
  readonly now: number
}

/** The past and future deliveries of one subscription. The company's audit log records who looked. */
export function WebhookDeliveries({ companyId, webhookId, event, now }: Props) {
  const { t } = useWords()
  const [state, setState] = useChoice('deliveries')
  return (
    <>
      <EventForm key={event} event={event} />
      <List
        id="deliveries"
        title="find.deliveries.title"
        queryKey={['deliveries', companyId, webhookId, event, state ?? '']}
        read={(cursor, signal) =>
          listDeliveries(
            { companyId, webhookId },
            { state, cursor, ...(event !== '' && { event }) },
            signal,
          )
        }
        columns={columns}
        row={(delivery) => (
          <DeliveryRow key={delivery.id} companyId={companyId} delivery={delivery} now={now} />
        )}
        none="find.deliveries.none"
        isNoneGood={false}
        isLive={false}
        filter={
          <Filter
            label="find.deliveries.filter"
            value={state}
            all="lists.anyState"
            values={choices.deliveries}
            nameOf={(each) => t(`find.delivery.${each}`)}
            onChange={setState}
          />
        }
      />
    </>
  )
}

/** Each filter has its own address. */
function EventForm({ event }: Pick<Props, 'event'>) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <SearchForm
      act={t('find.deliveries.find')}
      fields={[
        {
          name: 'event',
          label: 'find.deliveries.event',
          description: 'find.deliveries.eventHint',
          missing: 'find.deliveries.eventHint',
          pattern: /^(evt_[0-9a-z]{26})?$/,
          initial: event,
          maxLength: 64,
        },
      ]}
      onSearch={({ event: typed }) =>
        navigate({
          to: '.',
          search: ({ event: _former, ...rest }: { event?: string }) =>
            typed ? { ...rest, event: typed } : rest,
        })
      }
    />
  )
}

type RowProps = {
  readonly companyId: string
  readonly delivery: WebhookDelivery
  readonly now: number
}

function DeliveryRow({ companyId, delivery, now }: RowProps) {
  const { t, number } = useWords()
  const { id, eventId, type, state, heldBecause, attempts, createdAt } = delivery
  const met = delivery.lastStatus ?? delivery.lastError
  return (
    <tr>
      <th scope="row">
        {type}
        <RecordId id={id} />
        <RecordId id={eventId} />
      </th>
      <td className={styles.words}>
        {t(`find.delivery.${state}`)}
        {heldBecause && <span className={card.error}>{t(`find.held.${heldBecause}`)}</span>}
        {met !== undefined && (
          <span className={card.error}>
            {t('find.deliveries.lastMet', { outcome: String(met) })}
          </span>
        )}
      </td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
        {finished.includes(state) && (
          <Action
            ask={t('find.deliveries.replay')}
            label={t('find.deliveries.replayOf', { id })}
            run={() => replayDelivery(companyId, id)}
            done={t('find.deliveries.isReplayed')}
          />
        )}
      </td>
    </tr>
  )
}
