import type { GivenUpJob } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { ConfirmedButton } from '../lists/confirmed-button.tsx'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import type { Column } from '../lists/list.tsx'
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
    <DecisionList
      id="given-up-jobs"
      title="work.jobs.title"
      queryKey={['given-up-jobs']}
      read={(cursor, signal) => listGivenUpJobs(cursor, signal)}
      columns={columns}
      row={(job, onResult) => <JobRow key={job.id} job={job} now={now} onResult={onResult} />}
      none="work.jobs.none"
    />
  )
}

type RowProps = {
  readonly job: GivenUpJob
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function JobRow({ job, now, onResult }: RowProps) {
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
        <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id })}>
          {(leave) => (
            <RetryOrDiscard
              words={words}
              onRetry={() => retryJob(id)}
              onDiscard={(note) => discardJob(id, note)}
              onDone={(decided) => onResult(t(done[decided]))}
              onLeave={leave}
            />
          )}
        </InPlace>
        <RetryKind job={job.job} onResult={onResult} />
      </td>
    </tr>
  )
}

type KindProps = Pick<RowProps, 'onResult'> & { readonly job: string }

/** After a cause is fixed that stopped many jobs. */
function RetryKind({ job, onResult }: KindProps) {
  const { t } = useWords()
  return (
    <ConfirmedButton
      ask={t('work.jobs.retryKind')}
      label={t('work.jobs.retryKindOf', { job })}
      confirm={t('work.jobs.retryKindSure', { job })}
      act={async () => onResult(t('work.jobs.areRetried', await retryJobsOf(job)))}
      changes={['given-up-jobs']}
    />
  )
}

const words = {
  retry: { choice: 'work.jobs.retry', act: 'lists.retry' },
  discard: { choice: 'work.jobs.discard', act: 'lists.discard' },
  why: 'lists.whyNotDone',
} as const
const done = { retry: 'work.jobs.isRetried', discard: 'lists.isDiscarded' } as const
