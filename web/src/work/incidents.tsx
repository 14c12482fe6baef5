import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endIncident, listFiringIncidents } from '../api.ts'
import type { Incident } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { DecisionForm, InPlace } from '../lists/decision.tsx'
import { type Column, List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

const columns = [
  { title: 'work.incidents.incident' },
  { title: 'work.incidents.problem' },
  { title: 'work.incidents.times', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Firing incidents. An operator who knows that one is over can end it. */
export function Incidents({ now }: { readonly now: number }) {
  return (
    <List
      id="incidents"
      title="work.incidents.title"
      queryKey={['firing-incidents']}
      read={(cursor, signal) => listFiringIncidents(cursor, signal)}
      columns={columns}
      row={(incident) => <IncidentRow key={incident.id} incident={incident} now={now} />}
      none="work.incidents.none"
    />
  )
}

function IncidentRow({ incident, now }: { readonly incident: Incident; readonly now: number }) {
  const { t, number } = useWords()
  const { id, key, severity, summary, companyId, occurrences, firedAt } = incident
  return (
    <tr>
      <th scope="row">
        <span className={card.state}>
          <Mark tone={severity} />
          {key}
        </span>
        <RecordId id={id} />
        {companyId !== undefined && <RecordName id={companyId} />}
      </th>
      <td className={styles.words}>{summary}</td>
      <td className={card.number}>{number(occurrences)}</td>
      <td className={card.number}>
        <Since at={firedAt} now={now} />
      </td>
      <td>
        <InPlace ask={t('work.incidents.resolve')} label={t('work.incidents.resolveOf', { id })}>
          {(leave) => <End id={id} onLeave={leave} />}
        </InPlace>
      </td>
    </tr>
  )
}

function End({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageKey>()
  const ending = useMutation({
    mutationFn: () => endIncident(id, note.trim()),
    onSuccess: () => queries.invalidateQueries(),
  })
  const end = () => {
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'work.incidents.sayHow' : undefined)
    if (!isMissing) ending.mutate()
  }
  return (
    <DecisionForm
      act={t('work.incidents.resolve')}
      deciding={ending}
      onDecide={end}
      onLeave={onLeave}
    >
      <TextInput
        label={t('work.incidents.how')}
        description={t('work.incidents.again')}
        maxLength={1000}
        value={note}
        error={problem && t(problem)}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DecisionForm>
  )
}
