import { Action } from '../../components/action.tsx'
import { listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import { setCredit } from '../people/companies-api.ts'

const list = listOf('/admin/companies/{companyId}/credit-accounts')

const states = ['OPEN', 'SUSPENDED'] as const

type Props = { readonly companyId: string; readonly currency: string }

/** What the company may owe us, in each currency. */
export function Credit({ companyId, currency }: Props) {
  return (
    <div>
      <RouteList
        list={list}
        id="credit"
        title="company.credit.title"
        params={{ companyId }}
        keys={['currency']}
        names={{ state: 'company.credit.state' }}
        none="company.credit.none"
        isNoneGood={false}
        isLive={false}
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
