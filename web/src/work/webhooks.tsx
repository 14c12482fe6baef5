import { Link } from '@tanstack/react-router'
import type { WatchedWebhook } from '../api-types.ts'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/webhooks')

/** The webhooks of all companies. At first only those whose receivers fail. */
export function Webhooks({ now }: { readonly now: number }) {
  const choice = useChosen(list, { as: 'webhooks', first: 'TROUBLED' })
  return (
    <RouteList
      {...webhookList(now)}
      id="webhooks"
      title="work.webhooks.title"
      choice={choice}
      none="work.webhooks.none"
    />
  )
}

/** What each table of webhooks shows. */
export const webhookList = (now: number) =>
  ({
    list,
    names: { state: 'work.webhooks.state' },
    cells: {
      id: (webhook: WatchedWebhook) => <Subscription webhook={webhook} />,
      state: (webhook: WatchedWebhook) => <State webhook={webhook} now={now} />,
    },
    without: ['name', 'host', 'why'],
    extra: {
      title: 'work.webhooks.oldest',
      cell: ({ oldestWaiting }: WatchedWebhook) => <Oldest oldest={oldestWaiting} now={now} />,
    },
  }) as const

function Subscription({ webhook: { id, name, host } }: { readonly webhook: WatchedWebhook }) {
  const { t } = useWords()
  return (
    <>
      {name}
      <span className={styles.id}>{host}</span>
      <RecordId id={id} />
      <Link
        className={styles.name ?? ''}
        to="/admin/records/$recordId"
        params={{ recordId: id }}
        aria-label={t('work.webhooks.deliveriesOf', { name })}
      >
        {t('work.webhooks.deliveries')}
      </Link>
    </>
  )
}

type StateProps = { readonly webhook: WatchedWebhook; readonly now: number }

function State({ webhook: { state, why, failingSince }, now }: StateProps) {
  const { t, rich } = useWords()
  const tone: MarkTone =
    state === 'DISABLED' || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <>
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
    </>
  )
}

type OldestProps = {
  readonly oldest: WatchedWebhook['oldestWaiting']
  readonly now: number
}

function Oldest({ oldest, now }: OldestProps) {
  const { t, rich } = useWords()
  if (!oldest) return t('work.webhooks.nothingWaits')
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
