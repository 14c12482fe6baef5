import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { discardJob, listGivenUpJobs, retryJob } from '../api.ts'
import type { GivenUpJob } from '../api-types.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

const columns = [
  { title: 'Job' },
  { title: 'What it met' },
  { title: 'Attempts', isNumber: true },
  { title: 'For', isNumber: true },
  { title: 'What becomes of it' },
]

/** Background work that nobody tries any more, until somebody says what becomes of each. */
export function GivenUpJobs({ now }: { readonly now: number }) {
  const [said, setSaid] = useState<string>()
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <List
        id="given-up-jobs"
        title="Background jobs that were given up"
        queryKey={['given-up-jobs']}
        read={(cursor, signal) => listGivenUpJobs(cursor, signal)}
        columns={columns}
        row={(job) => <JobRow key={job.id} job={job} now={now} onSaid={setSaid} />}
        none="No job was given up."
      />
    </>
  )
}

type RowProps = {
  readonly job: GivenUpJob
  readonly now: number
  readonly onSaid: (sentence: string) => void
}

function JobRow({ job, now, onSaid }: RowProps) {
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
      <td className={styles.words}>{lastError ?? 'Nothing was said.'}</td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={card.number}>
        <Since at={givenUpAt ?? createdAt} now={now} />
      </td>
      <td>
        <InPlace ask="Decide" label={`Decide on ${id}`}>
          {(leave) => <Decision id={id} onSaid={onSaid} onLeave={leave} />}
        </InPlace>
      </td>
    </tr>
  )
}

type DecisionProps = {
  readonly id: string
  readonly onSaid: (sentence: string) => void
  readonly onLeave: () => void
}

const decisions = {
  retry: 'Retry it: what it met is mended.',
  discard: 'Discard it: it need not be done any more.',
} as const
type Decided = keyof typeof decisions

function Decision({ id, onSaid, onLeave }: DecisionProps) {
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const deciding = useMutation({
    mutationFn: () => (decided === 'retry' ? retryJob(id) : discardJob(id, note.trim())),
    onSuccess: async () => {
      onSaid(decided === 'retry' ? 'It is tried again.' : 'It is discarded.')
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = decided === 'discard' && note.trim() === ''
    setProblem(isMissing ? 'Say why: the audit log keeps it.' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm
      act={decided === 'retry' ? 'Retry' : 'Discard'}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <Choices choices={decisions} value={decided} onChoose={setDecided} />
      {decided === 'discard' && (
        <TextInput
          label="Why it need not be done"
          maxLength={1000}
          value={note}
          error={problem}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
