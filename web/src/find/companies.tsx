import { Link } from '@tanstack/react-router'
import type { FoundCompany } from '../api-types.ts'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/companies')

export function Companies({ q }: { readonly q: string }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="companies"
      title="find.companies.title"
      query={{ q }}
      cells={{
        id: (company) => <Company company={company} />,
        state: ({ state }) => (
          <span className={card.state}>
            <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
            {t(state === 'ACTIVE' ? 'find.companies.state.ACTIVE' : 'find.companies.state.CLOSED')}
          </span>
        ),
        vatId: ({ vatId }) => vatId ?? t('find.companies.noVatId'),
      }}
      without={['name', 'supplier', 'currency', 'createdAt']}
      extra={{
        title: 'find.companies.details',
        cell: ({ id, name }) => (
          <Link
            to="/admin/records/$recordId"
            params={{ recordId: id }}
            aria-label={t('find.companies.moreOf', { name })}
          >
            {t('find.companies.more')}
          </Link>
        ),
      }}
      none="find.companies.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function Company({ company: { id, name, supplier } }: { readonly company: FoundCompany }) {
  const { t } = useWords()
  return (
    <>
      {name}
      <RecordId id={id} />
      {supplier && <span className={styles.quiet}>{t('find.companies.supplier')}</span>}
    </>
  )
}
