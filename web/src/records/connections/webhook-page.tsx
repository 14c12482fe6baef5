import type { WatchedWebhook } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { listOf } from '../../components/list-of.ts'
import { OwnedRecord } from '../../components/record.tsx'
import { RouteList } from '../../components/route-list.tsx'
import { Since } from '../../components/since.tsx'
import { useNow } from '../../components/use-now.ts'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { EnableWebhook } from './enable-webhook.tsx'
import { ReplayWindow } from './replay-window.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { cancelReplay, getWebhook, type WebhookReplay } from './webhooks-api.ts'

/** A subscription of any company: its state, what is held, its deliveries and replays. */
export function WebhookPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
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
          <WebhookDeliveries companyId={companyId} webhookId={recordId} now={now} />
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

const replays = listOf('/admin/companies/{companyId}/webhooks/{webhookId}/replays')

type ReplaysProps = { readonly companyId: string; readonly webhookId: string }

function Replays({ companyId, webhookId }: ReplaysProps) {
  const { t, number, instant } = useWords()
  return (
    <RouteList
      list={replays}
      id="replays"
      title="webhook.replays.title"
      params={{ companyId, webhookId }}
      names={{ state: 'webhook.replays.state' }}
      cells={{
        replayed: ({ replayed, matched }) =>
          t('webhook.replays.of', { replayed: number(replayed), matched: number(matched) }),
      }}
      without={['matched']}
      extra={{
        title: 'webhook.replays.period',
        cell: ({ since, until }) =>
          t('webhook.replays.from', { since: instant(since), until: instant(until) }),
      }}
      action={(replay) => <Cancel companyId={companyId} replay={replay} />}
      none="webhook.replays.none"
      isNoneGood={false}
    />
  )
}

type CancelProps = { readonly companyId: string; readonly replay: WebhookReplay }

function Cancel({ companyId, replay: { id, state } }: CancelProps) {
  const { t } = useWords()
  if (state !== 'RUNNING') return null
  return (
    <Action
      ask={t('webhook.replays.cancel')}
      label={t('webhook.replays.cancelOf', { id })}
      act={t('webhook.replays.cancelSure')}
      run={() => cancelReplay(companyId, id)}
    />
  )
}
