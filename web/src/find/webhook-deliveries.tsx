import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listDeliveries, replayDelivery } from '../api.ts'
import type { WebhookDelivery } from '../api-types.ts'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'
import { Refusal } from '../shell/refusal.tsx'

const states: Readonly<Record<WebhookDelivery['state'], string>> = {
  PENDING: 'Pending',
  LEASED: 'Being sent',
  RETRYING: 'Retrying',
  HELD: 'Held',
  SUCCEEDED: 'Succeeded',
  EXHAUSTED: 'Exhausted',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}
const finished: readonly string[] = ['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED']

const reasons: Readonly<Record<NonNullable<WebhookDelivery['heldBecause']>, string>> = {
  subscription_paused: 'The company paused the subscription.',
  subscription_disabled: 'The subscription is disabled.',
  company_closed: 'The company is closed.',
  receiver_failing: 'Most attempts to the receiver failed.',
  being_released: 'It is being released.',
}

const columns = [
  { title: 'Delivery' },
  { title: 'State' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Replay' },
]

type Props = {
  readonly companyId: string
  readonly webhookId: string
  /** The id of one event. Empty: all events. */
  readonly event: string
  readonly now: number
}

/** The past and future deliveries of one subscription. The company's audit log records who looked. */
export function WebhookDeliveries({ companyId, webhookId, event, now }: Props) {
  const [state, setState] = useChoice('deliveries', states, undefined)
  return (
    <>
      <EventForm companyId={companyId} webhookId={webhookId} event={event} />
      <DecisionList
        id="deliveries"
        title="Deliveries"
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
        none="There is no such delivery."
        isNoneGood={false}
        isLive={false}
        filter={
          <Filter
            label="State of deliveries"
            value={state}
            all="In any state"
            choices={states}
            onChange={setState}
          />
        }
      />
    </>
  )
}

/** Each filter has its own address, like every search of this page. */
function EventForm({ companyId, webhookId, event }: Omit<Props, 'now'>) {
  return (
    <search>
      <form method="get" className={`${card.card} ${styles.form}`}>
        <input type="hidden" name="company" value={companyId} />
        <input type="hidden" name="webhook" value={webhookId} />
        <div className={styles.fields}>
          <TextInput
            className={styles.wide ?? ''}
            name="event"
            label="Id of an event"
            description="The id from x-service-delivery. Empty: all deliveries."
            defaultValue={event}
            pattern="evt_[0-9a-z]{26}"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">Find the delivery</Button>
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
  const queries = useQueryClient()
  const { id, eventId, type, state, heldBecause, attempts, createdAt } = delivery
  const met = delivery.lastStatus ?? delivery.lastError
  const replaying = useMutation({
    mutationFn: () => replayDelivery(companyId, id),
    onSuccess: async () => {
      onResult('The event is sent again.')
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  return (
    <tr>
      <th scope="row">
        {type}
        <span className={styles.id}>{id}</span>
        <span className={styles.id}>{eventId}</span>
      </th>
      <td className={styles.words}>
        {states[state]}
        {heldBecause && <span className={card.error}>{reasons[heldBecause]}</span>}
        {met !== undefined && <span className={card.error}>Last met {met}</span>}
      </td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
        {finished.includes(state) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Replay ${id}`}
            loading={replaying.isPending}
            onClick={() => replaying.mutate()}
          >
            Replay
          </Button>
        )}
        <Refusal error={replaying.error} />
      </td>
    </tr>
  )
}
