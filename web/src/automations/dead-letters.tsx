import { type ReactNode, useState } from 'react'
import { listDeadLetters, type Outcome, reviewDeadLetter } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import type { Values } from '../components/form.tsx'
import { type Column, List } from '../components/list.tsx'
import { Results } from '../components/results.ts'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
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
  const [result, setResult] = useState<ReactNode>()
  return (
    <div>
      <List
        id="dead-letters"
        title="automations.deadLetters.title"
        queryKey={['dead-letters', outcome ?? '']}
        read={(cursor, signal) => listDeadLetters({ outcome, cursor }, signal)}
        columns={columns}
        row={(run) => (
          <LetterRow
            key={run.id}
            run={run}
            now={now}
            isChosen={chosen.includes(run.id)}
            onChoose={choose}
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
      <Results value={setResult}>
        {chosen.length > 0 && (
          <div className={styles.more}>
            <Review
              key={chosen.join()}
              ask={t('automations.deadLetters.decideChosen', { count: chosen.length })}
              ids={chosen}
              onDone={() => setChosen([])}
            />
          </div>
        )}
      </Results>
      <p className={styles.quiet} role="status">
        {result}
      </p>
    </div>
  )
}

type RowProps = {
  readonly run: AutomationRun
  readonly now: number
  readonly isChosen: boolean
  readonly onChoose: (id: string, isChosen: boolean) => void
}

function LetterRow({ run, now, isChosen, onChoose }: RowProps) {
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
          <Review ask={t('lists.decide')} label={t('lists.decideOn', { id })} ids={[id]} />
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

const outcomes = ['replayed', 'handled_manually', 'intentionally_deferred'] as const

function outcomeIn({ outcome }: Values): Outcome {
  return outcomes.find((each) => each === outcome) ?? 'replayed'
}

type ReviewProps = {
  readonly ask: string
  readonly label?: string
  readonly ids: readonly string[]
  readonly onDone?: () => void
}

function Review({ ids, ...action }: ReviewProps) {
  const { t } = useWords()
  return (
    <Action
      {...action}
      act={t('automations.deadLetters.record')}
      fields={[
        {
          name: 'outcome',
          label: 'lists.decision',
          shown: 'one',
          choices: outcomes.map((value) => ({
            value,
            label: t(`automations.deadLetters.outcome.${value}`),
          })),
        },
        { name: 'note', label: 'automations.deadLetters.note', maxLength: 1_000 },
      ]}
      run={(values) => reviewEach(ids, outcomeIn(values), values.note ?? '')}
      done={({ done, failed }, values) =>
        ids.length === 1
          ? t(`automations.deadLetters.recorded.${outcomeIn(values)}`)
          : t('automations.deadLetters.decided', { done, failed })
      }
    />
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
