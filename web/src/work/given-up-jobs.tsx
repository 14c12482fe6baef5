import type { GivenUpJob } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardJob, listGivenUpJobs, retryJob, retryJobsOf } from './stuck-records-api.ts'

const columns = [
  { title: 'work.jobs.job' },
  { title: 'lists.column.lastError' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Jobs that were given up, until an operator decides about each. */
export function GivenUpJobs({ now }: { readonly now: number }) {
  return (
    <List
      id="given-up-jobs"
      title="work.jobs.title"
      queryKey={['given-up-jobs']}
      read={(cursor, signal) => listGivenUpJobs(cursor, signal)}
      columns={columns}
      row={(job) => <JobRow key={job.id} job={job} now={now} />}
      none="work.jobs.none"
    />
  )
}

type RowProps = {
  readonly job: GivenUpJob
  readonly now: number
}

function JobRow({ job, now }: RowProps) {
  const { t, number } = useWords()
  const { id, attempts, lastError, refersTo, givenUpAt, createdAt } = job
  return (
    <tr>
      <th scope="row">
        {job.job}
        <RecordId id={id} />
        {Object.values(refersTo).map((named) => (
          <RecordName key={named} id={named} />
        ))}
      </th>
      <td className={styles.words}>{lastError ?? t('lists.noError')}</td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={card.number}>
        <Since at={givenUpAt ?? createdAt} now={now} />
      </td>
      <td>
        <RetryOrDiscard
          label={t('lists.decideOn', { id })}
          words={words}
          onRetry={() => retryJob(id)}
          onDiscard={(note) => discardJob(id, note)}
        />
        {/* After a cause is fixed that stopped many jobs. */}
        <Action
          ask={t('work.jobs.retryKind')}
          label={t('work.jobs.retryKindOf', { job: job.job })}
          act={t('work.jobs.retryKindSure', { job: job.job })}
          run={() => retryJobsOf(job.job)}
          done={(retried) => t('work.jobs.areRetried', retried)}
        />
      </td>
    </tr>
  )
}

const words = {
  retry: { choice: 'work.jobs.retry', act: 'lists.retry', done: 'work.jobs.isRetried' },
  discard: { choice: 'work.jobs.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'lists.whyNotDone',
} as const
