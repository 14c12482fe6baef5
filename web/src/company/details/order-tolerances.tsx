import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../components/facts.tsx'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { useMe } from '../use-me.ts'
import styles from './details.module.css'
import { changeTolerances, readTolerances, type Tolerances } from './details-api.ts'

type Props = { readonly mayChange: boolean }

/** Which changes of a supplier the company takes without a decision. */
export function OrderTolerances({ mayChange }: Props) {
  const { t } = useWords()
  const tolerances = useQuery({
    queryKey: ['order-tolerances'],
    queryFn: ({ signal }) => readTolerances(signal),
  })
  return (
    <Section title={t('companyDetails.tolerances')}>
      <QueryView query={tolerances}>
        {(found) => <Limits tolerances={found} mayChange={mayChange} />}
      </QueryView>
    </Section>
  )
}

function Limits({ tolerances, mayChange }: Props & { readonly tolerances: Tolerances }) {
  const { t, decimal, number, money } = useWords()
  const { higherPricePercent, higherPriceAmount, daysLater, fewerPieces } = tolerances
  return (
    <>
      <p className={styles.about}>{t('companyDetails.tolerancesAbout')}</p>
      <Facts
        facts={[
          [t('companyDetails.higherPricePercent'), `${decimal(higherPricePercent)} %`],
          [t('companyDetails.higherPriceAmount'), higherPriceAmount && money(higherPriceAmount)],
          [t('companyDetails.daysLater'), number(daysLater)],
          [t('companyDetails.fewerPieces'), number(fewerPieces)],
          [t('companyDetails.lapseWorkingDays'), number(tolerances.lapseWorkingDays)],
        ]}
      />
      {mayChange && (
        <div className={lists.more}>
          <Ask
            ask={t('ourCompany.change')}
            label={t('companyDetails.changeTolerances')}
            act={t('ourCompany.save')}
            effect={t('companyDetails.tolerancesEffect')}
            run={(form) => changeTolerances(tolerances, tolerancesIn(form))}
          >
            <LimitFields tolerances={tolerances} />
          </Ask>
        </div>
      )}
    </>
  )
}

function LimitFields({ tolerances }: { readonly tolerances: Tolerances }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const { higherPriceAmount } = tolerances
  const currency = higherPriceAmount?.currency ?? me?.company.currency
  const whole = { type: 'number', required: true } as const
  return (
    <>
      <Field label={t('companyDetails.higherPricePercent')} hint={t('companyDetails.zeroHint')}>
        <DecimalInput
          name="higherPricePercent"
          maxLength={6}
          required
          initial={tolerances.higherPricePercent}
        />
      </Field>
      <Field
        label={t('companyDetails.higherPriceIn', { currency: currency ?? '' })}
        hint={t('companyDetails.zeroHint')}
      >
        <DecimalInput
          name="higherPriceAmount"
          maxLength={16}
          required
          initial={higherPriceAmount?.amount ?? '0'}
        />
      </Field>
      <input type="hidden" name="currency" value={currency} />
      <Field label={t('companyDetails.daysLater')}>
        <input {...whole} name="daysLater" min={0} max={365} defaultValue={tolerances.daysLater} />
      </Field>
      <Field label={t('companyDetails.fewerPieces')}>
        <input
          {...whole}
          name="fewerPieces"
          min={0}
          max={1_000_000}
          step="any"
          defaultValue={tolerances.fewerPieces}
        />
      </Field>
      <Field label={t('companyDetails.lapseWorkingDays')}>
        <input
          {...whole}
          name="lapseWorkingDays"
          min={1}
          max={60}
          defaultValue={tolerances.lapseWorkingDays}
        />
      </Field>
    </>
  )
}

function tolerancesIn(form: FormData) {
  return {
    higherPricePercent: textOf(form, 'higherPricePercent'),
    higherPriceAmount: {
      amount: textOf(form, 'higherPriceAmount'),
      currency: textOf(form, 'currency'),
    },
    daysLater: Number(textOf(form, 'daysLater')),
    fewerPieces: Number(textOf(form, 'fewerPieces')),
    lapseWorkingDays: Number(textOf(form, 'lapseWorkingDays')),
  }
}
