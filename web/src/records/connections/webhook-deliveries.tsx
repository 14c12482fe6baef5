import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { listDeliveries, replayDelivery } from '../../api.ts'
import type { WebhookDelivery } from '../../api-types.ts'
import { useWords } from '../../language/use-words.ts'
import { choices } from '../../lists/choices.ts'
import { DecisionList } from '../../lists/decision-list.tsx'
import { Filter } from '../../lists/filter.tsx'
import type { Column } from '../../lists/list.tsx'
import styles from '../../lists/lists.module.css'
import { Since } from '../../lists/since.tsx'
import { useChoice } from '../../lists/use-choice.ts'
import card from '../../operations/operations.module.css'
import { Refusal } from '../../shell/refusal.tsx'
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
      <DecisionList
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
        row={(delivery, onResult) => (
          <DeliveryRow
            key={delivery.id}
            companyId={companyId}
            delivery={delivery}
            now={now}
            onResult={onResult}
          />
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
  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    const typed = String(new FormData(submitted.currentTarget).get('event') ?? '').trim()
    const search = ({ event: _former, ...rest }: { event?: string }) =>
      typed === '' ? rest : { ...rest, event: typed }
    void navigate({ to: '.', search })
  }
  return (
    <search>
      <form className={`${card.card} ${styles.form}`} onSubmit={submit}>
        <div className={styles.fields}>
          <TextInput
            className={styles.wide ?? ''}
            name="event"
            label={t('find.deliveries.event')}
            description={t('find.deliveries.eventHint')}
            defaultValue={event}
            pattern="evt_[0-9a-z]{26}"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">{t('find.deliveries.find')}</Button>
        </div>
      </form>
    </search>
  )
}

type RowProps = {
  readonly companyId: string
  readonly delivery: WebhookDelivery
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function DeliveryRow({ companyId, delivery, now, onResult }: RowProps) {
  const { t, number } = useWords()
  const queries = useQueryClient()
  const { id, eventId, type, state, heldBecause, attempts, createdAt } = delivery
  const met = delivery.lastStatus ?? delivery.lastError
  const replaying = useMutation({
    mutationFn: () => replayDelivery(companyId, id),
    onSuccess: async () => {
      onResult(t('find.deliveries.isReplayed'))
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
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
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('find.deliveries.replayOf', { id })}
            loading={replaying.isPending}
            onClick={() => replaying.mutate()}
          >
            {t('find.deliveries.replay')}
          </Button>
        )}
        <Refusal error={replaying.error} />
      </td>
    </tr>
  )
}
