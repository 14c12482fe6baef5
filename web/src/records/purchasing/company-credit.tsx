import { useQuery } from '@tanstack/react-query'
import { Action } from '../../components/action.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import { useWords } from '../../language/use-words.ts'
import lists from '../../lists/lists.module.css'
import card from '../../operations/operations.module.css'
import { listCreditAccounts, setCredit } from '../people/companies-api.ts'

const columns = [
  { title: 'company.currency' },
  { title: 'lists.column.state' },
  { title: 'company.credit.limit', isNumber: true },
  { title: 'company.credit.used', isNumber: true },
  { title: 'company.credit.days', isNumber: true },
] as const satisfies readonly Column[]

const states = ['OPEN', 'SUSPENDED'] as const

type Props = { readonly companyId: string; readonly currency: string }

/** What the company may owe us, in each currency. */
export function Credit({ companyId, currency }: Props) {
  const { t, money, number } = useWords()
  const found = useQuery({
    queryKey: ['credit', companyId],
    queryFn: ({ signal }) => listCreditAccounts(companyId, signal),
  })
  return (
    <div>
      <ListView
        title="company.credit.title"
        items={found.data}
        isLoading={found.isPending}
        error={found.error}
        columns={columns}
        row={(account) => (
          <tr key={account.currency}>
            <th scope="row">{account.currency}</th>
            <td>{t(`company.credit.state.${account.state}`)}</td>
            <td className={card.number}>{money(account.limit)}</td>
            <td className={card.number}>{money(account.used)}</td>
            <td className={card.number}>{number(account.netDays)}</td>
          </tr>
        )}
        none="company.credit.none"
      />
      <div className={lists.more}>
        <SetCredit companyId={companyId} currency={currency} />
      </div>
    </div>
  )
}

function SetCredit({ companyId, currency }: Props) {
  const { t } = useWords()
  return (
    <Action
      ask={t('company.credit.set')}
      label={t('company.credit.setOf')}
      act={t('company.credit.setNow')}
      effect={t('company.credit.effect')}
      fields={[
        {
          name: 'currency',
          label: 'company.currency',
          missing: 'company.currencyMissing',
          initial: currency,
          maxLength: 3,
        },
        {
          name: 'limit',
          label: 'company.credit.limit',
          missing: 'records.refund.amountMissing',
          maxLength: 20,
        },
        {
          name: 'netDays',
          label: 'company.credit.days',
          missing: 'company.credit.daysMissing',
          type: 'number',
          initial: '30',
        },
        {
          name: 'state',
          label: 'lists.column.state',
          choices: states.map((value) => ({ value, label: t(`company.credit.state.${value}`) })),
        },
      ]}
      run={(values) => {
        const named = (values.currency ?? currency).toUpperCase()
        return setCredit(companyId, named, {
          limit: { amount: (values.limit ?? '').replace(',', '.'), currency: named },
          netDays: Number(values.netDays),
          state: values.state === 'SUSPENDED' ? 'SUSPENDED' : 'OPEN',
        })
      }}
    />
  )
}
