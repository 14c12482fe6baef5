import { endIncident, listFiringIncidents } from '../api.ts'
import type { Incident } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
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
        <Action
          ask={t('work.incidents.resolve')}
          label={t('work.incidents.resolveOf', { id })}
          act={t('work.incidents.resolve')}
          fields={[
            {
              name: 'note',
              label: 'work.incidents.how',
              description: 'work.incidents.again',
              missing: 'work.incidents.sayHow',
              maxLength: 1_000,
            },
          ]}
          run={({ note = '' }) => endIncident(id, note)}
        />
      </td>
    </tr>
  )
}
