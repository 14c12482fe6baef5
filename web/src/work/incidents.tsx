import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endIncident, listFiringIncidents } from '../api.ts'
import type { Incident } from '../api-types.ts'
import { DecisionForm, InPlace } from '../lists/decision.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

const columns = [
  { title: 'Incident' },
  { title: 'Problem' },
  { title: 'Times', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Action' },
]

/** Firing incidents. An operator who knows that one is over can end it. */
export function Incidents({ now }: { readonly now: number }) {
  return (
    <List
      id="incidents"
      title="Firing incidents"
      queryKey={['firing-incidents']}
      read={(cursor, signal) => listFiringIncidents(cursor, signal)}
      columns={columns}
      row={(incident) => <IncidentRow key={incident.id} incident={incident} now={now} />}
      none="No incident is firing."
    />
  )
}

function IncidentRow({ incident, now }: { readonly incident: Incident; readonly now: number }) {
  const { id, key, severity, summary, companyId, occurrences, firedAt } = incident
  return (
    <tr>
      <th scope="row">
        <span className={card.state}>
          <Mark tone={severity} />
          {key}
        </span>
        <span className={styles.id}>{id}</span>
        {companyId !== undefined && <span className={styles.id}>{companyId}</span>}
      </th>
      <td className={styles.words}>{summary}</td>
      <td className={card.number}>{numberOf(occurrences)}</td>
      <td className={card.number}>
        <Since at={firedAt} now={now} />
      </td>
      <td>
        <InPlace ask="Resolve" label={`Resolve ${id}`}>
          {(leave) => <End id={id} onLeave={leave} />}
        </InPlace>
      </td>
    </tr>
  )
}

function End({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const ending = useMutation({
    mutationFn: () => endIncident(id, note.trim()),
    onSuccess: () => queries.invalidateQueries(),
  })
  const end = () => {
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'Say how: whoever looks later sees it.' : undefined)
    if (!isMissing) ending.mutate()
  }
  return (
    <DecisionForm act="Resolve" deciding={ending} onDecide={end} onLeave={onLeave}>
      <TextInput
        label="How it was resolved"
        description="If it occurs again, it is a new incident."
        maxLength={1000}
        value={note}
        error={problem}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DecisionForm>
  )
}
