import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../components/facts.tsx'
import { type ItemAt, listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { RouteList } from '../../components/route-list.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { PartId } from '../part-id.tsx'
import { RecordName } from '../record-name.tsx'
import { getTolerances, listNumberSeries } from './company-rules-api.ts'

type Props = { readonly companyId: string }

const rules = listOf('/admin/companies/{companyId}/approval-rules')
const budgets = listOf('/admin/companies/{companyId}/budgets')
const limits = listOf('/admin/companies/{companyId}/spending-limits')
type Rule = ItemAt<'/admin/companies/{companyId}/approval-rules'>
type Budget = ItemAt<'/admin/companies/{companyId}/budgets'>

/** Why an order of the company waits or is refused: its rules, its budgets, and what its suppliers may change. */
export function CompanyRules({ companyId }: Props) {
  return (
    <>
      <RouteList
        list={rules}
        id="approval-rules"
        title="purchasing.approvals.title"
        params={{ companyId }}
        without={['name', 'conditions.amountFrom']}
        cells={{ id: ({ id, name }) => <PartId id={id} name={name} /> }}
        extra={{ title: 'purchasing.approvals.asks', cell: (rule) => <RuleInWords rule={rule} /> }}
        none="purchasing.approvals.none"
        isNoneGood={false}
        isLive={false}
      />
      <Budgets companyId={companyId} list={budgets} kind="budgets" />
      <Budgets companyId={companyId} list={limits} kind="limits" />
      <Tolerances companyId={companyId} />
      <NumberSeries companyId={companyId} />
    </>
  )
}

type BudgetsProps = Props & {
  readonly list: typeof budgets | typeof limits
  readonly kind: 'budgets' | 'limits'
}

function Budgets({ companyId, list, kind }: BudgetsProps) {
  return (
    <RouteList
      list={list}
      id={kind}
      title={`purchasing.${kind}.title`}
      params={{ companyId }}
      names={{ period: 'purchasing.period' }}
      without={['name']}
      cells={{ id: ({ id, name }) => <PartId id={id} name={name} /> }}
      extra={{ title: 'purchasing.left', cell: (budget) => <Left budget={budget} /> }}
      none={`purchasing.${kind}.none`}
      isNoneGood={false}
      isLive={false}
    />
  )
}

/** A limit for each person has a use for each of them, and what nobody has used yet is left as a whole. */
function Left({ budget: { usages, limit } }: { readonly budget: Budget }) {
  const { money } = useWords()
  if (usages.length === 0) return money(limit)
  return usages.map(({ subject, left }) => <div key={subject}>{money(left)}</div>)
}

/** When the rule asks, and whom. */
function RuleInWords({ rule: { conditions, steps } }: { readonly rule: Rule }) {
  const { t, money, list } = useWords()
  const { amountFrom, ...others } = conditions
  const given = Object.entries(others) as [keyof typeof others, string[] | true][]
  return (
    <>
      {amountFrom && <div>{t('purchasing.from', { amount: money(amountFrom) })}</div>}
      {given.map(([field, value]) => (
        <div key={field}>
          {t(`purchasing.condition.${field}`)}
          {value !== true && ': '}
          {value !== true && (field.endsWith('Ids') ? <Names ids={value} /> : list(value))}
        </div>
      ))}
      {!amountFrom && given.length === 0 && <div>{t('purchasing.everyOrder')}</div>}
      {steps.map(({ mode, people = [], role }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place.
        <div key={at} className={lists.quiet}>
          {t(`approval.mode.${mode}`)}: {role && t('approval.approvers')} <Names ids={people} />
        </div>
      ))}
    </>
  )
}

function Names({ ids }: { readonly ids: readonly string[] }) {
  return ids.map((id) => (
    <span key={id}>
      <RecordName id={id} />{' '}
    </span>
  ))
}

function Tolerances({ companyId }: Props) {
  const { t, number, money } = useWords()
  const tolerances = useQuery({
    queryKey: ['order-tolerances', companyId],
    queryFn: ({ signal }) => getTolerances(companyId, signal),
  })
  return (
    <Section title={t('purchasing.tolerances.title')}>
      <QueryView query={tolerances}>
        {(found) => (
          <Facts
            facts={[
              [t('purchasing.tolerances.daysLater'), number(found.daysLater)],
              [t('purchasing.tolerances.fewerPieces'), number(found.fewerPieces)],
              [t('purchasing.tolerances.higherPricePercent'), `${found.higherPricePercent} %`],
              [
                t('purchasing.tolerances.higherPriceAmount'),
                found.higherPriceAmount && money(found.higherPriceAmount),
              ],
              [t('purchasing.tolerances.lapseWorkingDays'), number(found.lapseWorkingDays)],
            ]}
          />
        )}
      </QueryView>
    </Section>
  )
}

function NumberSeries({ companyId }: Props) {
  const { t } = useWords()
  const series = useQuery({
    queryKey: ['number-series', companyId],
    queryFn: ({ signal }) => listNumberSeries(companyId, signal),
  })
  return (
    <Section title={t('purchasing.numbers.title')}>
      <QueryView query={series}>
        {(found) => (
          <Facts
            facts={found.map(({ kind, next }) => [t(`purchasing.numbers.kind.${kind}`), next])}
          />
        )}
      </QueryView>
    </Section>
  )
}
