import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import styles from './details.module.css'
import {
  type MinimumOrder,
  readMinimumOrder,
  removeMinimumOrder,
  setMinimumOrder,
} from './minimum-order-api.ts'

type Props = { readonly currency: string }

/** The least value of the goods that the company sells in an order. Only suppliers have one. */
export function MinimumOrderSection({ currency }: Props) {
  const { t } = useWords()
  const minimum = useQuery({
    queryKey: ['minimum-order'],
    queryFn: ({ signal }) => readMinimumOrder(signal),
  })
  return (
    <Section title={t('companyDetails.minimumOrder')}>
      <QueryView query={minimum}>
        {(found) => <Minimum minimum={found} currency={currency} />}
      </QueryView>
    </Section>
  )
}

function Minimum({ minimum, currency }: Props & { readonly minimum: MinimumOrder | null }) {
  const { t, money } = useWords()
  const within = minimum?.currency ?? currency
  return (
    <>
      <p className={styles.about}>{t('companyDetails.minimumOrderAbout')}</p>
      {minimum === null ? (
        <EmptyState>{t('companyDetails.noMinimumOrder')}</EmptyState>
      ) : (
        <Facts
          facts={[
            [
              t('companyDetails.minimumAmount'),
              money({ amount: minimum.amount, currency: within }),
            ],
            [t('companyDetails.below'), t(`companyDetails.below.${minimum.below}`)],
            [
              t('companyDetails.fee'),
              minimum.fee !== undefined && money({ amount: minimum.fee, currency: within }),
            ],
          ]}
        />
      )}
      <div className={`${lists.buttons} ${lists.more}`}>
        <Ask
          ask={t('ourCompany.change')}
          label={t('companyDetails.changeMinimumOrder')}
          act={t('ourCompany.save')}
          effect={t('companyDetails.minimumOrderEffect')}
          run={(form) => setMinimumOrder(minimumIn(form, within))}
        >
          <MinimumFields minimum={minimum} currency={within} />
        </Ask>
        {minimum !== null && (
          <Ask
            ask={t('ourCompany.remove')}
            label={t('companyDetails.removeMinimumOrder')}
            act={t('companyDetails.removeMinimumOrder')}
            run={removeMinimumOrder}
          />
        )}
      </div>
    </>
  )
}

function MinimumFields({ minimum, currency }: Props & { readonly minimum: MinimumOrder | null }) {
  const { t } = useWords()
  const [below, setBelow] = useState(minimum?.below ?? 'REFUSE')
  return (
    <>
      <Field label={t('companyDetails.minimumAmountIn', { currency })}>
        <DecimalInput name="amount" maxLength={16} required initial={minimum?.amount} />
      </Field>
      <Field label={t('companyDetails.below')}>
        <select
          name="below"
          value={below}
          onChange={({ currentTarget: { value } }) => setBelow(value === 'FEE' ? 'FEE' : 'REFUSE')}
        >
          {(['REFUSE', 'FEE'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {t(`companyDetails.below.${choice}`)}
            </option>
          ))}
        </select>
      </Field>
      {below === 'FEE' && (
        <Field label={t('companyDetails.feeIn', { currency })}>
          <DecimalInput name="fee" maxLength={16} required initial={minimum?.fee} />
        </Field>
      )}
    </>
  )
}

function minimumIn(form: FormData, currency: string): MinimumOrder {
  const amount = textOf(form, 'amount')
  if (textOf(form, 'below') !== 'FEE') return { amount, currency, below: 'REFUSE' }
  return { amount, currency, below: 'FEE', fee: textOf(form, 'fee') }
}
