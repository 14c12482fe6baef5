import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { RecordFrame } from '../../components/record.tsx'
import { useNow } from '../../components/use-now.ts'
import { CompanyWebhooks } from '../../find/company-webhooks.tsx'
import { FoundOrders } from '../../find/found-orders.tsx'
import { FoundPayments } from '../../find/found-payments.tsx'
import { InvoiceDetailsSection } from '../../find/invoice-details-section.tsx'
import { useWords } from '../../language/use-words.ts'
import { ImportFile } from '../catalogue/import-file.tsx'
import { CompanyCarts } from '../purchasing/company-carts.tsx'
import { Credit } from '../purchasing/company-credit.tsx'
import { CompanyRequisitions } from '../purchasing/company-requisitions.tsx'
import { CompanyRules } from '../purchasing/company-rules.tsx'
import { InvoicesOf } from '../purchasing/invoices-of.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { Tabs } from '../tabs.tsx'
import { type CompanyRecord, changeCompany, getCompany } from './companies-api.ts'
import { CompanyApps } from './company-apps.tsx'
import { ApiKeys } from './company-keys.tsx'
import { CompanyPeople } from './company-people.tsx'
import { CompanyStructure } from './structure/company-structure.tsx'

/** A company: its people, keys, orders, rules, payments, credit, structure, webhooks and invoice details. */
export function CompanyPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  const now = useNow()
  return (
    <RecordFrame
      title={t('company.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={(signal) => getCompany(recordId, signal)}
      nameOf={({ name }) => name}
    >
      {(company) => (
        <>
          <CompanyFacts company={company} />
          <CompanyActions company={company} />
          <CompanyTabs company={company} now={now} />
        </>
      )}
    </RecordFrame>
  )
}

type TabsProps = { readonly company: CompanyRecord; readonly now: number }

function CompanyTabs({ company: { id: companyId, currency }, now }: TabsProps) {
  const people = (
    <>
      <CompanyPeople companyId={companyId} />
      <ApiKeys companyId={companyId} />
      <CompanyApps companyId={companyId} />
    </>
  )
  const money = (
    <>
      <Credit companyId={companyId} currency={currency} />
      <FoundPayments title="find.payments.titleOfCompany" query={{ companyId }} />
      <InvoicesOf companyId={companyId} />
      <InvoiceDetailsSection companyId={companyId} />
    </>
  )
  return (
    <Tabs
      tabs={[
        { name: 'people', title: 'records.tab.access', content: people },
        {
          name: 'orders',
          title: 'records.tab.orders',
          content: (
            <>
              <FoundOrders
                title="find.orders.titleOfCompany"
                query={{ companyId }}
                none="find.orders.noneOfCompany"
              />
              <CompanyRequisitions companyId={companyId} />
              <CompanyCarts companyId={companyId} />
            </>
          ),
        },
        {
          name: 'rules',
          title: 'records.tab.rules',
          content: <CompanyRules companyId={companyId} />,
        },
        { name: 'money', title: 'records.tab.money', content: money },
        {
          name: 'structure',
          title: 'records.tab.structure',
          content: <CompanyStructure companyId={companyId} />,
        },
        {
          name: 'webhooks',
          title: 'records.tab.webhooks',
          content: <CompanyWebhooks companyId={companyId} now={now} />,
        },
      ]}
    />
  )
}

function CompanyFacts({ company }: { readonly company: CompanyRecord }) {
  const { t, instant } = useWords()
  const { name, state, country, vatId, currency, supplier, createdAt, disabledAt } = company
  return (
    <Facts
      facts={[
        [t('company.name'), name],
        [
          t('lists.column.state'),
          t(state === 'ACTIVE' ? 'find.companies.state.ACTIVE' : 'find.companies.state.CLOSED'),
        ],
        [t('company.closedAt'), disabledAt && instant(disabledAt)],
        [t('company.kind'), t(supplier ? 'find.companies.supplier' : 'company.buyer')],
        [t('find.companies.country'), country],
        [t('find.companies.vatId'), vatId ?? t('find.companies.noVatId')],
        [t('company.currency'), currency],
        [t('company.created'), instant(createdAt)],
      ]}
    />
  )
}

function CompanyActions({ company }: { readonly company: CompanyRecord }) {
  const { id, name, state, supplier } = company
  const { t } = useWords()
  const isOpen = state === 'ACTIVE'
  return (
    <Actions>
      {supplier && isOpen && <ImportFile supplierId={id} />}
      <Action
        ask={t('company.rename')}
        label={t('company.renameOf', { name })}
        act={t('company.renameNow')}
        fields={[
          {
            name: 'name',
            label: 'company.name',
            missing: 'company.nameMissing',
            initial: name,
            maxLength: 200,
          },
        ]}
        run={(values) => changeCompany(id, { name: values.name ?? name })}
      />
      <Action
        ask={t(isOpen ? 'company.close' : 'company.open')}
        label={t(isOpen ? 'company.closeOf' : 'company.openOf', { name })}
        act={t(isOpen ? 'company.closeNow' : 'company.openNow')}
        effect={t(isOpen ? 'company.closeEffect' : 'company.openEffect')}
        run={() => changeCompany(id, { state: isOpen ? 'DISABLED' : 'ACTIVE' })}
      />
    </Actions>
  )
}
