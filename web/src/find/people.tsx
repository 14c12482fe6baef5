import { Link } from '@tanstack/react-router'
import type { FoundPerson } from '../api-types.ts'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/people')

export function People({ q }: { readonly q: string }) {
  const { t, instant } = useWords()
  return (
    <RouteList
      list={list}
      id="people"
      title="find.people.title"
      query={{ q }}
      cells={{
        id: ({ id, name, email }) => (
          <>
            {name}
            <span className={styles.quiet}> {email}</span>
            <RecordId id={id} />
          </>
        ),
        state: ({ state, lockNote }) => (
          <>
            <span className={card.state}>
              <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
              {t(`find.people.state.${state}`)}
            </span>
            {lockNote !== undefined && <span className={card.error}>{lockNote}</span>}
          </>
        ),
        lastSeenAt: ({ lastSeenAt }) =>
          lastSeenAt === undefined ? t('find.people.notLately') : instant(lastSeenAt),
      }}
      without={['name', 'email', 'createdAt']}
      extra={{
        title: 'find.companies.title',
        cell: ({ companies }) => <CompaniesOf companies={companies} />,
      }}
      none="find.people.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function CompaniesOf({ companies }: Pick<FoundPerson, 'companies'>) {
  const { t } = useWords()
  if (companies.length === 0) return t('find.people.noCompany')
  return companies.map(({ id, name, roles }) => (
    <div key={id}>
      <Link to="/admin/records/$recordId" params={{ recordId: id }}>
        {name}
      </Link>{' '}
      <span className={styles.quiet}>{roles.join(', ')}</span>
    </div>
  ))
}
