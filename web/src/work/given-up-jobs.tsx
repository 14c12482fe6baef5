import type { GivenUpJob } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RetryOrDiscard } from '../components/retry-or-discard.tsx'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { discardJob, retryJob, retryJobsOf } from './stuck-records-api.ts'

const list = listOf('/admin/jobs/given-up')

/** Jobs that were given up, until an operator decides about each. */
export function GivenUpJobs({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="given-up-jobs"
      title="work.jobs.title"
      cells={{
        job: ({ id, job, refersTo }) => (
          <>
            {job}
            <RecordId id={id} />
            {Object.values(refersTo).map((named) => (
              <RecordName key={named} id={named} />
            ))}
          </>
        ),
        givenUpAt: ({ givenUpAt, createdAt }) => <Since at={givenUpAt ?? createdAt} now={now} />,
      }}
      without={['createdAt']}
      action={(job) => <Decision job={job} />}
      none="work.jobs.none"
    />
  )
}

function Decision({ job: { id, job } }: { readonly job: GivenUpJob }) {
  const { t } = useWords()
  return (
    <>
      <RetryOrDiscard
        label={t('lists.decideOn', { id })}
        words={words}
        onRetry={() => retryJob(id)}
        onDiscard={(note) => discardJob(id, note)}
      />
      {/* After a cause is fixed that stopped many jobs. */}
      <Action
        ask={t('work.jobs.retryKind')}
        label={t('work.jobs.retryKindOf', { job })}
        act={t('work.jobs.retryKindSure', { job })}
        run={() => retryJobsOf(job)}
        done={(retried) => t('work.jobs.areRetried', retried)}
      />
    </>
  )
}

const words = {
  retry: { choice: 'work.jobs.retry', act: 'lists.retry', done: 'work.jobs.isRetried' },
  discard: { choice: 'work.jobs.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'lists.whyNotDone',
} as const
