import { Link } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CsvLink } from '../csv-link.tsx'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import { type ListedContract, listContracts } from './contracts-api.ts'
import { validityOf } from './validity-of.ts'

/** The contracts of the company, as buyer or as supplier, the newest first. */
export function ContractsPage() {
  const { t } = useWords()
  return (
    <Page title={t('contracts.title')} headline={t('contracts.title')}>
      <p>
        <CsvLink list="contracts" />
      </p>
      <PagedList queryKey={['contracts']} read={listContracts} none={t('contracts.none')}>
        {(contracts) => <ContractTable contracts={contracts} />}
      </PagedList>
    </Page>
  )
}

function ContractTable({ contracts }: { readonly contracts: readonly ListedContract[] }) {
  const words = useWords()
  const { t } = words
  const { data: me } = useMe()
  return (
    <Table
      heads={['contracts.reference', 'contracts.with', 'ordersPage.state', 'contracts.validity']}
    >
      {contracts.map((contract) => (
        <tr key={contract.id}>
          <th scope="row">
            <Link to="/contracts/$contractId" params={{ contractId: contract.id }}>
              {contract.reference}
            </Link>
          </th>
          <td>
            {contract.supplier.id === me?.company.id ? contract.buyerName : contract.supplier.name}
          </td>
          <td>{t(`contracts.state.${contract.state}`)}</td>
          <td>{validityOf(words, contract)}</td>
        </tr>
      ))}
    </Table>
  )
}
