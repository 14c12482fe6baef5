import { findCompanies } from '../api.ts'
import type { FoundCompany } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'

const columns = [
  { title: 'Company' },
  { title: 'State' },
  { title: 'Country' },
  { title: 'VAT id' },
  { title: 'Details' },
]

export function Companies({ q }: { readonly q: string }) {
  return (
    <List
      id="companies"
      title="Companies"
      queryKey={['find-companies', q]}
      read={(cursor, signal) => findCompanies({ q, cursor }, signal)}
      columns={columns}
      row={(company) => <CompanyRow key={company.id} company={company} />}
      none="No company has this name, VAT id or id."
      isNoneGood={false}
      isLive={false}
    />
  )
}

function CompanyRow({ company }: { readonly company: FoundCompany }) {
  const { id, name, supplier, state, country, vatId } = company
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.id}>{id}</span>
        {supplier && <span className={styles.quiet}>Supplier</span>}
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={state === 'ACTIVE' ? 'good' : 'warning'} />
          {state === 'ACTIVE' ? 'Open' : 'Closed'}
        </span>
      </td>
      <td>{country}</td>
      <td>{vatId ?? 'None'}</td>
      <td>
        <a
          href={`?company=${encodeURIComponent(id)}`}
          aria-label={`Orders, payments, webhooks and invoice details of ${name}`}
        >
          Orders, payments, webhooks and invoice details
        </a>
      </td>
    </tr>
  )
}
