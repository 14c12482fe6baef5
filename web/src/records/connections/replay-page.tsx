import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import type { RecordOwner } from '../records-api.ts'
import { Timeline } from '../timeline.tsx'
import { cancelReplay, getReplay, type ReplayWithProgress } from './webhooks-api.ts'

/** The replay of a period to a webhook: how far it is, and what arrived. */
export function ReplayPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('replay.title', { id: recordId })}
      read={({ companyId }, signal) => getReplay(companyId, recordId, signal)}
    >
      {(replay, owner) => (
        <>
          <ReplayFacts replay={replay} owner={owner} />
          {replay.state === 'RUNNING' && (
            <Actions>
              <Action
                ask={t('webhook.replays.cancel')}
                label={t('webhook.replays.cancelOf', { id: recordId })}
                act={t('webhook.replays.cancelSure')}
                run={() => cancelReplay(owner.companyId, recordId)}
              />
            </Actions>
          )}
          <History replay={replay} />
        </>
      )}
    </OwnedRecord>
  )
}

type Props = { readonly replay: ReplayWithProgress }

function ReplayFacts({ replay, owner }: Props & { readonly owner: RecordOwner }) {
  const { t, number, instant, list } = useWords()
  const { state, since, until, matched, matchedIsLowerBound, replayed, progress, events } = replay
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`webhook.replays.state.${state}`)],
        [t('work.webhooks.subscription'), <RecordName key="webhook" id={replay.webhookId} />],
        [
          t('lists.column.company'),
          <>
            {owner.companyName}
            <RecordId id={owner.companyId} />
          </>,
        ],
        [
          t('webhook.replays.period'),
          t('webhook.replays.from', { since: instant(since), until: instant(until) }),
        ],
        [t('replay.kinds'), events && list(events)],
        [
          t('replay.matched'),
          matchedIsLowerBound ? t('replay.atLeast', { matched }) : number(matched),
        ],
        [t('webhook.replays.sent'), number(replayed)],
        [t('replay.succeeded'), number(progress.succeeded)],
        [t('replay.waiting'), number(progress.waiting)],
        [t('replay.failed'), number(progress.failed)],
        [t('replay.rate'), t('replay.perSecond', { events: replay.perSecond })],
      ]}
    />
  )
}

function History({ replay: { state, createdAt, finishedAt } }: Props) {
  const { t } = useWords()
  return (
    <Timeline
      entries={[
        { at: createdAt, text: t('replay.started') },
        ...(finishedAt ? [{ at: finishedAt, text: t(`webhook.replays.state.${state}`) }] : []),
      ]}
    />
  )
}
