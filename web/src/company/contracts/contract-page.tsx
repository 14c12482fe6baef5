import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import parts from '../parts.module.css'
import { isAdministrator } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { WholePage } from '../whole-page.tsx'
import { CallOffs } from './call-offs.tsx'
import { type Contract, getContract, type Quotas } from './contracts-api.ts'
import { AddQuota, QuotaForms } from './quota-forms.tsx'
import { QuotaRow } from './quota-row.tsx'
import { validityOf } from './validity-of.ts'

/** A contract: what it limits, what is called off, what can be ordered from it, and by which orders. */
export function ContractPage({ contractId }: { readonly contractId: string }) {
  const contract = useQuery({
    queryKey: ['contract', contractId],
    queryFn: ({ signal }) => getContract(contractId, signal),
  })
  return <WholePage query={contract}>{(read) => <ShownContract {...read} />}</WholePage>
}

type Props = { readonly contract: Contract; readonly quotas: Quotas }

function ShownContract({ contract, quotas }: Props) {
  const words = useWords()
  const { t } = words
  const { data: me } = useMe()
  const isSupplier = contract.supplier.id === me?.company.id
  const mayChange =
    me !== undefined && isSupplier && isAdministrator(me) && contract.state !== 'ENDED'
  const title = t('contracts.one', { reference: contract.reference })
  return (
    <Page title={title} headline={title}>
      <Facts
        facts={[
          [t('contracts.with'), isSupplier ? quotas.buyerName : contract.supplier.name],
          [t('ordersPage.state'), t(`contracts.state.${contract.state}`)],
          [t('contracts.validity'), validityOf(words, contract)],
        ]}
      />
      <Section title={t('contracts.quotas')}>
        {quotas.quotas.length === 0 ? (
          <EmptyState>{t('contracts.noQuotas')}</EmptyState>
        ) : (
          <ul className={parts.box}>
            {quotas.quotas.map((quota) => (
              <QuotaRow
                key={quota.id}
                quota={quota}
                mayOrder={!isSupplier && contract.state === 'ACTIVE'}
              >
                {mayChange && <QuotaForms quota={quota} all={quotas} />}
              </QuotaRow>
            ))}
          </ul>
        )}
        {mayChange && <AddQuota all={quotas} />}
      </Section>
      <CallOffs contractId={contract.id} quotas={quotas.quotas} isSupplier={isSupplier} />
    </Page>
  )
}
