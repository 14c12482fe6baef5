import { useSearch } from '@tanstack/react-router'
import type { WatchedWebhook } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { type Column, List } from '../../components/list.tsx'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { Since } from '../../lists/since.tsx'
import card from '../../operations/operations.module.css'
import { useNow } from '../../operations/use-now.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { EnableWebhook } from './enable-webhook.tsx'
import { ReplayWindow } from './replay-window.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { cancelReplay, getWebhook, listReplays, type WebhookReplay } from './webhooks-api.ts'

/** A subscription of any company: its state, what is held, its deliveries and replays. */
export function WebhookPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  const { event = '' }: { event?: string } = useSearch({ strict: false })
  const now = useNow()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('webhook.title', { id: recordId })}
      read={({ companyId }, signal) => getWebhook(companyId, recordId, signal)}
      nameOf={({ name }) => name}
    >
      {(webhook, { companyId }) => (
        <>
          <WebhookFacts webhook={webhook} now={now} />
          <WebhookActions webhook={webhook} />
          <WebhookDeliveries companyId={companyId} webhookId={recordId} event={event} now={now} />
          <Replays companyId={companyId} webhookId={recordId} />
        </>
      )}
    </OwnedRecord>
  )
}

type FactsProps = { readonly webhook: WatchedWebhook; readonly now: number }

function WebhookFacts({ webhook, now }: FactsProps) {
  const { t, number, instant, rich } = useWords()
  const { state, why, failingSince, failures, disabledAt, lastSuccessAt, oldestWaiting } = webhook
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`work.webhooks.state.${state}`)],
        [t('webhook.why'), why],
        [t('webhook.name'), webhook.name],
        [t('webhook.host'), webhook.host],
        [
          t('lists.column.company'),
          <>
            {webhook.companyName}
            <RecordId id={webhook.companyId} />
          </>,
        ],
        [t('webhook.disabledAt'), disabledAt && instant(disabledAt)],
        [
          t('webhook.failures'),
          failingSince &&
            rich('webhook.failuresFor', {
              failures: number(failures),
              age: <Since at={failingSince} now={now} />,
            }),
        ],
        [t('webhook.lastSuccess'), lastSuccessAt && instant(lastSuccessAt)],
        [t('work.webhooks.waiting'), number(webhook.waiting)],
        [t('lists.column.held'), number(webhook.held)],
        [
          t('work.webhooks.oldest'),
          oldestWaiting && (
            <>
              {oldestWaiting.eventType}
              <RecordId id={oldestWaiting.deliveryId} />
            </>
          ),
        ],
      ]}
    />
  )
}

function WebhookActions({ webhook }: { readonly webhook: WatchedWebhook }) {
  const { t } = useWords()
  const { id, companyId, state } = webhook
  return (
    <Actions>
      {state === 'PAUSED' ? <p>{t('webhook.paused')}</p> : <EnableWebhook webhook={webhook} />}
      <ReplayWindow companyId={companyId} webhookId={id} />
    </Actions>
  )
}

const replayColumns = [
  { title: 'webhook.replays.replay' },
  { title: 'lists.column.state' },
  { title: 'webhook.replays.period' },
  { title: 'webhook.replays.sent', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

type ReplaysProps = { readonly companyId: string; readonly webhookId: string }

function Replays({ companyId, webhookId }: ReplaysProps) {
  return (
    <List
      id="replays"
      title="webhook.replays.title"
      queryKey={['replays', webhookId]}
      read={(cursor, signal) => listReplays({ companyId, webhookId }, cursor, signal)}
      columns={replayColumns}
      row={(replay) => <ReplayRow key={replay.id} companyId={companyId} replay={replay} />}
      none="webhook.replays.none"
      isNoneGood={false}
    />
  )
}

type RowProps = { readonly companyId: string; readonly replay: WebhookReplay }

function ReplayRow({ companyId, replay }: RowProps) {
  const { t, number, instant } = useWords()
  const { id, state, since, until, replayed, matched } = replay
  return (
    <tr>
      <th scope="row">
        <RecordId id={id} />
      </th>
      <td>{t(`webhook.replays.state.${state}`)}</td>
      <td>{t('webhook.replays.from', { since: instant(since), until: instant(until) })}</td>
      <td className={card.number}>
        {t('webhook.replays.of', { replayed: number(replayed), matched: number(matched) })}
      </td>
      <td>
        {state === 'RUNNING' && (
          <Action
            ask={t('webhook.replays.cancel')}
            label={t('webhook.replays.cancelOf', { id })}
            act={t('webhook.replays.cancelSure')}
            run={() => cancelReplay(companyId, id)}
          />
        )}
      </td>
    </tr>
  )
}
