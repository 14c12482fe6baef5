import type { SetAsideEvent } from '../api-types.ts'
import { listOf } from '../components/list-of.ts'
import { RetryOrDiscard } from '../components/retry-or-discard.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { RecordName } from '../records/record-name.tsx'
import { discardSetAside, retrySetAside } from './stuck-records-api.ts'

const list = listOf('/admin/events/set-aside')

/** Events that a subscription could not record, and those that wait behind them. */
export function SetAsideEvents({ now }: { readonly now: number }) {
  const words = useWords()
  return (
    <RouteList
      list={list}
      id="set-aside-events"
      title="work.events.title"
      keys={['subscription', 'eventId']}
      now={now}
      ages={['setAsideAt']}
      cells={{
        type: ({ type, eventId, line }) => (
          <>
            {type}
            <RecordName id={eventId} />
            <RecordName id={line} />
          </>
        ),
        lastError: (event) => reasonOf(words, event),
      }}
      action={(event) => (
        <RetryOrDiscard
          label={words.t('lists.decideOnRecord', { id: event.eventId, queue: event.subscription })}
          words={decisions}
          onRetry={() => retrySetAside(event)}
          onDiscard={(note) => discardSetAside(event, note)}
        />
      )}
      none="work.events.none"
    />
  )
}

function reasonOf({ t }: Words, { lastError, nextAttemptAt }: SetAsideEvent): string {
  if (lastError === 'process_died') return t('work.events.poison')
  if (nextAttemptAt === undefined) return t('work.events.behind')
  return lastError ?? t('work.events.nothingYet')
}

const decisions = {
  retry: { choice: 'work.events.retry', act: 'work.events.tryNow', done: 'lists.isTriedNow' },
  discard: { choice: 'work.events.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'work.events.why',
} as const
