import { Link } from '@tanstack/react-router'
import { findCompanies } from '../api.ts'
import type { FoundCompany } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.company' },
  { title: 'lists.column.state' },
  { title: 'find.companies.country' },
  { title: 'find.companies.vatId' },
  { title: 'find.companies.details' },
] as const satisfies readonly Column[]

export function Companies({ q }: { readonly q: string }) {
  return (
    <List
      id="companies"
      title="find.companies.title"
      queryKey={['find-companies', q]}
      read={(cursor, signal) => findCompanies({ q, cursor }, signal)}
      columns={columns}
      row={(company) => <CompanyRow key={company.id} company={company} />}
      none="find.companies.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function CompanyRow({ company }: { readonly company: FoundCompany }) {
  const { t } = useWords()
  const { id, name, supplier, state, country, vatId } = company
  return (
    <tr>
      <th scope="row">
        {name}
        <RecordId id={id} />
        {supplier && <span className={styles.quiet}>{t('find.companies.supplier')}</span>}
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
          {t(state === 'ACTIVE' ? 'find.companies.state.ACTIVE' : 'find.companies.state.CLOSED')}
        </span>
      </td>
      <td>{country}</td>
      <td>{vatId ?? t('find.companies.noVatId')}</td>
      <td>
        <Link
          to="/admin/records/$recordId"
          params={{ recordId: id }}
          aria-label={t('find.companies.moreOf', { name })}
        >
          {t('find.companies.more')}
        </Link>
      </td>
    </tr>
  )
}
