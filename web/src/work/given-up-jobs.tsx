import type { GivenUpJob } from '../api-types.ts'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardJob, listGivenUpJobs, retryJob } from './stuck-records-api.ts'

const columns = [
  { title: 'Job' },
  { title: 'Last error' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Action' },
]

/** Jobs that were given up, until an operator decides about each. */
export function GivenUpJobs({ now }: { readonly now: number }) {
  return (
    <DecisionList
      id="given-up-jobs"
      title="Given-up background jobs"
      queryKey={['given-up-jobs']}
      read={(cursor, signal) => listGivenUpJobs(cursor, signal)}
      columns={columns}
      row={(job, onResult) => <JobRow key={job.id} job={job} now={now} onResult={onResult} />}
      none="No job was given up."
    />
  )
}

type RowProps = {
  readonly job: GivenUpJob
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function JobRow({ job, now, onResult }: RowProps) {
  const { id, attempts, lastError, refersTo, givenUpAt, createdAt } = job
  return (
    <tr>
      <th scope="row">
        {job.job}
        <span className={styles.id}>{id}</span>
        {Object.values(refersTo).map((named) => (
          <span key={named} className={styles.id}>
            {named}
          </span>
        ))}
      </th>
      <td className={styles.words}>{lastError ?? 'No error was recorded.'}</td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={card.number}>
        <Since at={givenUpAt ?? createdAt} now={now} />
      </td>
      <td>
        <InPlace ask="Decide" label={`Decide on ${id}`}>
          {(leave) => (
            <RetryOrDiscard
              words={words}
              onRetry={() => retryJob(id)}
              onDiscard={(note) => discardJob(id, note)}
              onDone={(decided) => onResult(done[decided])}
              onLeave={leave}
            />
          )}
        </InPlace>
      </td>
    </tr>
  )
}

const words = {
  retry: { choice: 'Retry it: the cause is fixed.', act: 'Retry' },
  discard: { choice: 'Discard it: it need not be done any more.', act: 'Discard' },
  why: 'Why it need not be done',
}
const done = { retry: 'It is retried.', discard: 'It is discarded.' }
