import { listWatchedWebhooks } from '../api.ts'
import type { WatchedWebhook, WatchedWebhookState } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark, type MarkTone } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

const states: Readonly<Record<WatchedWebhookState, string>> = {
  TROUBLED: 'Failing',
  DISABLED: 'Disabled',
  PAUSED: 'Paused',
  ACTIVE: 'Active',
}
const words: Readonly<Record<WatchedWebhook['state'], string>> = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  DISABLED: 'Disabled',
}

export const webhookColumns = [
  { title: 'Subscription' },
  { title: 'State' },
  { title: 'Waiting', isNumber: true },
  { title: 'Held', isNumber: true },
  { title: 'Oldest waiting delivery' },
]

/** The webhooks of all companies. At first only those whose receivers fail. */
export function Webhooks({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('webhooks', states, 'TROUBLED')
  return (
    <List
      id="webhooks"
      title="Webhook receivers"
      queryKey={['webhooks', state ?? '']}
      read={(cursor, signal) => listWatchedWebhooks({ state, cursor }, signal)}
      columns={webhookColumns}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} now={now} />}
      none={state === 'TROUBLED' ? 'No receiver is failing.' : 'None is in this state.'}
      isNoneGood={state === 'TROUBLED' || state === 'DISABLED'}
      filter={
        <Filter
          label="State of webhook receivers"
          value={state}
          all="In any state"
          choices={states}
          onChange={setState}
        />
      }
    />
  )
}

type RowProps = { readonly webhook: WatchedWebhook; readonly now: number }

export function WebhookRow({ webhook, now }: RowProps) {
  const { id, name, host, companyId, companyName, state, why, failingSince } = webhook
  const { waiting, held, oldestWaiting } = webhook
  const tone: MarkTone =
    state === 'DISABLED' || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}: {name}
        <span className={styles.id}>{host}</span>
        <span className={styles.id}>{id}</span>
        <span className={styles.id}>{companyId}</span>
        <a href={deliveriesOf(webhook)} aria-label={`Deliveries to ${name}`}>
          Deliveries
        </a>
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={tone} />
          {words[state]}
        </span>
        {why && <span className={card.error}>{why}</span>}
        {failingSince && (
          <span className={card.error}>
            Fails for <Since at={failingSince} now={now} />
          </span>
        )}
      </td>
      <td className={card.number}>{numberOf(waiting)}</td>
      <td className={card.number}>{numberOf(held)}</td>
      <td className={styles.words}>
        {oldestWaiting ? <Oldest oldest={oldestWaiting} now={now} /> : 'Nothing waits.'}
      </td>
    </tr>
  )
}

const deliveriesOf = ({ companyId, id }: WatchedWebhook): string =>
  `/admin/find?${new URLSearchParams({ company: companyId, webhook: id })}`

type OldestProps = {
  readonly oldest: NonNullable<WatchedWebhook['oldestWaiting']>
  readonly now: number
}

function Oldest({ oldest, now }: OldestProps) {
  const { eventType, since, lastStatus, lastError, deliveryId } = oldest
  const met = lastStatus ?? lastError
  return (
    <>
      {eventType}, for <Since at={since} now={now} />
      {met !== undefined && `, last met ${met}`}
      <span className={styles.id}>{deliveryId}</span>
    </>
  )
}
