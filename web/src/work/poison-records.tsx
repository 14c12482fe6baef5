import { listOf } from '../components/list-of.ts'
import { RetryOrDiscard } from '../components/retry-or-discard.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'
import { discardPoison, retryPoison } from './stuck-records-api.ts'

const list = listOf('/admin/records/poison')

/** Records during whose work processes have died. */
export function PoisonRecords({ now }: { readonly now: number }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="poison-records"
      title="work.poison.title"
      keys={['queue', 'id']}
      now={now}
      ages={['setAsideAt']}
      names={{ state: 'work.poison.state' }}
      cells={{
        queue: ({ queue, id }) => (
          <>
            {queue}
            <RecordId id={id} />
          </>
        ),
      }}
      without={['id']}
      action={(record) => (
        <RetryOrDiscard
          label={t('lists.decideOnRecord', { id: record.id, queue: record.queue })}
          words={words}
          onRetry={() => retryPoison(record)}
          onDiscard={(note) => discardPoison(record, note)}
        />
      )}
      none="work.poison.none"
    />
  )
}

const words = {
  retry: { choice: 'work.poison.retry', act: 'lists.retry', done: 'lists.isTriedNow' },
  discard: { choice: 'work.poison.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'lists.whyNotDone',
} as const
