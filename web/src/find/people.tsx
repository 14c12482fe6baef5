import { findPeople } from '../api.ts'
import type { FoundPerson } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'

const columns = [
  { title: 'Person' },
  { title: 'State' },
  { title: 'Last seen' },
  { title: 'Companies' },
]

const states: Readonly<Record<FoundPerson['state'], string>> = {
  ACTIVE: 'Active',
  LOCKED: 'Locked by an operator',
  DISABLED: 'Erased or closed',
}

export function People({ q }: { readonly q: string }) {
  return (
    <List
      id="people"
      title="People"
      queryKey={['find-people', q]}
      read={(cursor, signal) => findPeople({ q, cursor }, signal)}
      columns={columns}
      row={(person) => <PersonRow key={person.id} person={person} />}
      none="No e-mail address begins with this."
      isNoneGood={false}
      isLive={false}
    />
  )
}

function PersonRow({ person }: { readonly person: FoundPerson }) {
  const { id, name, email, state, lockNote, lastSeenAt, companies } = person
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.quiet}> {email}</span>
        <span className={styles.id}>{id}</span>
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
          {states[state]}
        </span>
        {lockNote !== undefined && <span className={card.error}>{lockNote}</span>}
      </td>
      <td>{lastSeenAt === undefined ? 'Not lately' : new Date(lastSeenAt).toLocaleString()}</td>
      <td className={styles.words}>
        {companies.length === 0
          ? 'None'
          : companies.map((company) => (
              <div key={company.id}>
                <a href={`?company=${encodeURIComponent(company.id)}`}>{company.name}</a>{' '}
                <span className={styles.quiet}>{company.roles.join(', ')}</span>
              </div>
            ))}
      </td>
    </tr>
  )
}
