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
import { RecordName } from '../records/record-name.tsx'

const columns = [
  { title: 'lists.column.run' },
  { title: 'lists.column.lastError' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Runs that were given up, until an operator decides about each, or about several at once. */
export function DeadLetters({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [outcome, setOutcome] = useChoice('dead-letters')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const choose = (id: string, isChosen: boolean) =>
    setChosen((ids) => (isChosen ? [...ids, id] : ids.filter((each) => each !== id)))
  const [result, setResult] = useState('')
  return (
    <div>
      <DecisionList
        id="dead-letters"
        title="automations.deadLetters.title"
        queryKey={['dead-letters', outcome ?? '']}
        read={(cursor, signal) => listDeadLetters({ outcome, cursor }, signal)}
        columns={columns}
        row={(run, onResult) => (
          <LetterRow
            key={run.id}
            run={run}
            now={now}
            isChosen={chosen.includes(run.id)}
            onChoose={choose}
            onResult={onResult}
          />
        )}
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
      {chosen.length > 0 && (
        <ReviewChosen
          key={chosen.join()}
          ids={chosen}
          onResult={(sentence) => {
            setResult(sentence)
            setChosen([])
          }}
        />
      )}
      <p className={styles.quiet} role="status">
        {result}
      </p>
    </div>
  )
}

type ReviewChosenProps = {
  readonly ids: readonly string[]
  readonly onResult: (sentence: string) => void
}

function ReviewChosen({ ids, onResult }: ReviewChosenProps) {
  const { t } = useWords()
  const ask = t('automations.deadLetters.decideChosen', { count: ids.length })
  return (
    <div className={styles.more}>
      <InPlace ask={ask} label={ask}>
        {(leave) => <Review ids={ids} onResult={onResult} onLeave={leave} />}
      </InPlace>
    </div>
  )
}

type RowProps = {
  readonly run: AutomationRun
  readonly now: number
  readonly isChosen: boolean
  readonly onChoose: (id: string, isChosen: boolean) => void
  readonly onResult: (sentence: string) => void
}

function LetterRow({ run, now, isChosen, onChoose, onResult }: RowProps) {
  const { t, number } = useWords()
  const { id, eventType, companyId, attempts, lastError, reason, finishedAt, createdAt } = run
  const { outcome, decisions = [] } = run
  const isOpen = outcome?.outcome !== 'handled_manually'
  return (
    <tr>
      <th scope="row">
        <span className={card.state}>
          {isOpen && (
            <input
              type="checkbox"
              aria-label={t('automations.deadLetters.choose', { id })}
              checked={isChosen}
              onChange={({ currentTarget: { checked } }) => onChoose(id, checked)}
            />
          )}
          {eventType}
        </span>
        <RecordId id={id} />
        <RecordName id={companyId} />
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
        {isOpen && (
          <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id })}>
            {(leave) => <Review ids={[id]} onResult={onResult} onLeave={leave} />}
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
  readonly ids: readonly string[]
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Review({ ids, onResult, onLeave }: ReviewProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('replayed')
  const [note, setNote] = useState('')
  const reviewing = useMutation({
    mutationFn: () => reviewEach(ids, outcome, note.trim()),
    onSuccess: async ({ done, failed }) => {
      onResult(
        ids.length === 1
          ? t(`automations.deadLetters.recorded.${outcome}`)
          : t('automations.deadLetters.decided', { done, failed }),
      )
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

/** One after the other: a refusal of one does not stop the others. Alone, a refusal is shown as it is. */
async function reviewEach(ids: readonly string[], outcome: Outcome, note: string) {
  let failed = 0
  for (const id of ids) {
    try {
      await reviewDeadLetter(id, outcome, note)
    } catch (error) {
      if (ids.length === 1) throw error
      failed += 1
    }
  }
  return { done: ids.length - failed, failed }
}
