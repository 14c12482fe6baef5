import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeadLetters, type Outcome, reviewDeadLetter } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import type { Column } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.run' },
  { title: 'lists.column.lastError' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Runs that were given up, until an operator decides about each. */
export function DeadLetters({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [outcome, setOutcome] = useChoice('dead-letters')
  return (
    <DecisionList
      id="dead-letters"
      title="automations.deadLetters.title"
      queryKey={['dead-letters', outcome ?? '']}
      read={(cursor, signal) => listDeadLetters({ outcome, cursor }, signal)}
      columns={columns}
      row={(run, onResult) => <LetterRow key={run.id} run={run} now={now} onResult={onResult} />}
      none={outcome ? 'automations.deadLetters.noneLately' : 'automations.deadLetters.none'}
      filter={
        <Filter
          label="automations.deadLetters.filter"
          value={outcome}
          all="automations.deadLetters.waiting"
          values={choices['dead-letters']}
          nameOf={(each) => t(`automations.deadLetters.reviewed.${each}`)}
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
  const { t, number } = useWords()
  const { id, eventType, companyId, attempts, lastError, reason, finishedAt, createdAt } = run
  const { outcome, decisions = [] } = run
  return (
    <tr>
      <th scope="row">
        {eventType}
        <RecordId id={id} />
        <RecordId id={companyId} />
      </th>
      <td className={styles.words}>{lastError ?? reason ?? t('lists.noError')}</td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={card.number}>
        <Since at={finishedAt ?? createdAt} now={now} />
      </td>
      <td className={styles.words}>
        {decisions.map((decision) => (
          <Decided key={decision.at} decision={decision} now={now} />
        ))}
        {outcome?.outcome !== 'handled_manually' && (
          <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id })}>
            {(leave) => <Review id={id} onResult={onResult} onLeave={leave} />}
          </InPlace>
        )}
      </td>
    </tr>
  )
}

type DecidedProps = {
  readonly decision: NonNullable<AutomationRun['decisions']>[number]
  readonly now: number
}

function Decided({ decision: { outcome, by, at, note }, now }: DecidedProps) {
  const { rich } = useWords()
  const age = <Since at={at} now={now} />
  const decision = rich(`automations.deadLetters.decision.${outcome}`, { person: by, age })
  return (
    <p>
      {note === undefined ? decision : rich('automations.deadLetters.withNote', { decision, note })}
    </p>
  )
}

type ReviewProps = {
  readonly id: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Review({ id, onResult, onLeave }: ReviewProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('replayed')
  const [note, setNote] = useState('')
  const reviewing = useMutation({
    mutationFn: () => reviewDeadLetter(id, outcome, note.trim()),
    onSuccess: async () => {
      onResult(t(`automations.deadLetters.recorded.${outcome}`))
      await queries.invalidateQueries()
    },
  })
  return (
    <DecisionForm
      act={t('automations.deadLetters.record')}
      deciding={reviewing}
      onDecide={() => reviewing.mutate()}
      onLeave={onLeave}
    >
      <Choices
        choices={{
          replayed: t('automations.deadLetters.outcome.replayed'),
          handled_manually: t('automations.deadLetters.outcome.handled_manually'),
          intentionally_deferred: t('automations.deadLetters.outcome.intentionally_deferred'),
        }}
        value={outcome}
        onChoose={setOutcome}
      />
      <TextInput
        label={t('automations.deadLetters.note')}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DecisionForm>
  )
}
