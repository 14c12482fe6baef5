import { Link } from '@tanstack/react-router'
import { findPeople } from '../api.ts'
import type { FoundPerson } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'find.people.person' },
  { title: 'lists.column.state' },
  { title: 'find.people.lastSeen' },
  { title: 'find.companies.title' },
] as const satisfies readonly Column[]

export function People({ q }: { readonly q: string }) {
  return (
    <List
      id="people"
      title="find.people.title"
      queryKey={['find-people', q]}
      read={(cursor, signal) => findPeople({ q, cursor }, signal)}
      columns={columns}
      row={(person) => <PersonRow key={person.id} person={person} />}
      none="find.people.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function PersonRow({ person }: { readonly person: FoundPerson }) {
  const { t, instant } = useWords()
  const { id, name, email, state, lockNote, lastSeenAt, companies } = person
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.quiet}> {email}</span>
        <RecordId id={id} />
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
          {t(`find.people.state.${state}`)}
        </span>
        {lockNote !== undefined && <span className={card.error}>{lockNote}</span>}
      </td>
      <td>{lastSeenAt === undefined ? t('find.people.notLately') : instant(lastSeenAt)}</td>
      <td className={styles.words}>
        {companies.length === 0
          ? t('find.people.noCompany')
          : companies.map((company) => (
              <div key={company.id}>
                <Link to="/admin/records/$recordId" params={{ recordId: company.id }}>
                  {company.name}
                </Link>{' '}
                <span className={styles.quiet}>{company.roles.join(', ')}</span>
              </div>
            ))}
      </td>
    </tr>
  )
}
