import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeadLetters, type Outcome, reviewDeadLetter } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

const outcomes: Readonly<Record<Outcome, string>> = {
  replayed: 'Replay it: it skips the actions that it has done.',
  handled_manually: 'Handled by hand: somebody did the work of the run.',
  intentionally_deferred: 'Deferred on purpose: it stays as it is, and may be replayed later.',
}

type Lasting = Exclude<Outcome, 'replayed'>

const reviewed: Readonly<Record<Lasting, string>> = {
  intentionally_deferred: 'Deferred on purpose',
  handled_manually: 'Handled by hand',
}

const columns = [
  { title: 'Run' },
  { title: 'Last error' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Action' },
]

/** Runs that were given up, until an operator decides about each. */
export function DeadLetters({ now }: { readonly now: number }) {
  const [outcome, setOutcome] = useChoice('dead-letters', reviewed)
  return (
    <DecisionList
      id="dead-letters"
      title="Dead letters"
      queryKey={['dead-letters', outcome ?? '']}
      read={(cursor, signal) => listDeadLetters({ outcome, cursor }, signal)}
      columns={columns}
      row={(run, onResult) => <LetterRow key={run.id} run={run} now={now} onResult={onResult} />}
      none={outcome ? 'None of the last 30 days.' : 'No dead letter waits for a decision.'}
      filter={
        <Filter
          label="State of dead letters"
          value={outcome}
          all="Waiting for a decision"
          choices={reviewed}
          onChange={setOutcome}
        />
      }
    />
  )
}

type RowProps = {
  readonly run: AutomationRun
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function LetterRow({ run, now, onResult }: RowProps) {
  const { id, eventType, companyId, attempts, lastError, reason, finishedAt, createdAt } = run
  const { outcome, decisions = [] } = run
  return (
    <tr>
      <th scope="row">
        {eventType}
        <span className={styles.id}>{id}</span>
        <span className={styles.id}>{companyId}</span>
      </th>
      <td className={styles.words}>{lastError ?? reason ?? 'No error was recorded.'}</td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={card.number}>
        <Since at={finishedAt ?? createdAt} now={now} />
      </td>
      <td className={styles.words}>
        {decisions.map(({ outcome: word, by, at, note }) => (
          <p key={at}>
            {word.replaceAll('_', ' ')} by {by}, <Since at={at} now={now} /> ago
            {note !== undefined && `: ${note}`}
          </p>
        ))}
        {outcome?.outcome !== 'handled_manually' && (
          <InPlace ask="Decide" label={`Decide on ${id}`}>
            {(leave) => <Review id={id} onResult={onResult} onLeave={leave} />}
          </InPlace>
        )}
      </td>
    </tr>
  )
}

type ReviewProps = {
  readonly id: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Review({ id, onResult, onLeave }: ReviewProps) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('replayed')
  const [note, setNote] = useState('')
  const reviewing = useMutation({
    mutationFn: () => reviewDeadLetter(id, outcome, note.trim()),
    onSuccess: async () => {
      onResult(`Recorded: ${outcome.replaceAll('_', ' ')}.`)
      await queries.invalidateQueries()
    },
  })
  return (
    <DecisionForm
      act="Record"
      deciding={reviewing}
      onDecide={() => reviewing.mutate()}
      onLeave={onLeave}
    >
      <Choices choices={outcomes} value={outcome} onChoose={setOutcome} />
      <TextInput
        label="Note"
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DecisionForm>
  )
}
