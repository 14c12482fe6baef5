import { Link } from '@tanstack/react-router'
import { listWatchedWebhooks } from '../api.ts'
import type { WatchedWebhook } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark, type MarkTone } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

export const webhookColumns = [
  { title: 'work.webhooks.subscription' },
  { title: 'lists.column.state' },
  { title: 'work.webhooks.waiting', isNumber: true },
  { title: 'lists.column.held', isNumber: true },
  { title: 'work.webhooks.oldest' },
] as const satisfies readonly Column[]

/** The webhooks of all companies. At first only those whose receivers fail. */
export function Webhooks({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('webhooks', 'TROUBLED')
  return (
    <List
      id="webhooks"
      title="work.webhooks.title"
      queryKey={['webhooks', state ?? '']}
      read={(cursor, signal) => listWatchedWebhooks({ state, cursor }, signal)}
      columns={webhookColumns}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} now={now} />}
      none={state === 'TROUBLED' ? 'work.webhooks.none' : 'lists.noneInState'}
      isNoneGood={state === 'TROUBLED' || state === 'DISABLED'}
      filter={
        <Filter
          label="work.webhooks.filter"
          value={state}
          all="lists.anyState"
          values={choices.webhooks}
          nameOf={(each) => t(`work.webhooks.state.${each}`)}
          onChange={setState}
        />
      }
    />
  )
}

type RowProps = { readonly webhook: WatchedWebhook; readonly now: number }

export function WebhookRow({ webhook, now }: RowProps) {
  const { t, rich, number } = useWords()
  const { id, name, host, companyId, companyName, state, why, failingSince } = webhook
  const { waiting, held, oldestWaiting } = webhook
  const tone: MarkTone =
    state === 'DISABLED' || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}: {name}
        <span className={styles.id}>{host}</span>
        <RecordId id={id} />
        <RecordId id={companyId} />
        <Link
          className={styles.name ?? ''}
          to="/admin/records/$recordId"
          params={{ recordId: id }}
          aria-label={t('work.webhooks.deliveriesOf', { name })}
        >
          {t('work.webhooks.deliveries')}
        </Link>
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={tone} />
          {t(`work.webhooks.state.${state}`)}
        </span>
        {why && <span className={card.error}>{why}</span>}
        {failingSince && (
          <span className={card.error}>
            {rich('work.webhooks.failsFor', { age: <Since at={failingSince} now={now} /> })}
          </span>
        )}
      </td>
      <td className={card.number}>{number(waiting)}</td>
      <td className={card.number}>{number(held)}</td>
      <td className={styles.words}>
        {oldestWaiting ? (
          <Oldest oldest={oldestWaiting} now={now} />
        ) : (
          t('work.webhooks.nothingWaits')
        )}
      </td>
    </tr>
  )
}

type OldestProps = {
  readonly oldest: NonNullable<WatchedWebhook['oldestWaiting']>
  readonly now: number
}

function Oldest({ oldest, now }: OldestProps) {
  const { t, rich } = useWords()
  const { eventType, since, lastStatus, lastError, deliveryId } = oldest
  const met = lastStatus ?? lastError
  return (
    <>
      {rich('work.webhooks.oldestFor', { event: eventType, age: <Since at={since} now={now} /> })}
      {met !== undefined && t('work.webhooks.lastMet', { outcome: String(met) })}
      <RecordId id={deliveryId} />
    </>
  )
}
