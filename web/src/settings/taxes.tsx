import { useQuery } from '@tanstack/react-query'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import type { Column } from '../components/list.tsx'
import { ListView } from '../components/list-view.tsx'
import lists from '../components/lists.module.css'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordName } from '../records/record-name.tsx'
import {
  deleteTaxRate,
  getTaxRates,
  type RatedTaxClass,
  setTaxRate,
  type TaxRates,
} from './settings-api.ts'

const classes: readonly RatedTaxClass[] = [
  'standard',
  'reduced',
  'reduced_low',
  'super_reduced',
  'parking',
]

/** The tax rates of today, and the corrections of operators. */
export function Taxes() {
  const found = useQuery({
    queryKey: ['tax-rates'],
    queryFn: ({ signal }) => getTaxRates(signal),
  })
  return (
    <QueryView query={found}>
      {({ corrections, rates }) => (
        <>
          <Corrections corrections={corrections} />
          <SetRate />
          <Rates rates={rates} />
        </>
      )}
    </QueryView>
  )
}

const correctionColumns = [
  { title: 'settings.tax.country' },
  { title: 'product.taxClass' },
  { title: 'settings.tax.rate', isNumber: true },
  { title: 'settings.tax.validFrom' },
  { title: 'settings.tax.note' },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

function Corrections({ corrections }: Pick<TaxRates, 'corrections'>) {
  const { t, day } = useWords()
  return (
    <ListView
      title="settings.tax.corrections"
      items={corrections}
      columns={correctionColumns}
      row={({ id, country, postcode, taxClass, rate, validFrom, note, setBy }) => (
        <tr key={id}>
          <th scope="row">
            {country} {postcode}
          </th>
          <td>{t(`product.taxClass.${taxClass}`)}</td>
          <td className={card.number}>{rate} %</td>
          <td>{day(validFrom)}</td>
          <td className={lists.words}>
            {note}
            <RecordName id={setBy} />
          </td>
          <td>
            <Action
              ask={t('settings.delete')}
              label={t('settings.tax.deleteOf', { country, rate })}
              act={t('settings.tax.deleteSure')}
              run={() => deleteTaxRate(id)}
            />
          </td>
        </tr>
      )}
      none="settings.tax.noCorrections"
    />
  )
}

function SetRate() {
  const { t } = useWords()
  return (
    <div>
      <Action
        ask={t('settings.tax.set')}
        label={t('settings.tax.set')}
        act={t('settings.tax.setNow')}
        effect={t('settings.tax.setEffect')}
        fields={[
          {
            name: 'country',
            label: 'settings.tax.country',
            missing: 'settings.tax.countryMissing',
            maxLength: 2,
          },
          {
            name: 'taxClass',
            label: 'product.taxClass',
            choices: classes.map((value) => ({ value, label: t(`product.taxClass.${value}`) })),
          },
          {
            name: 'rate',
            label: 'settings.tax.rate',
            missing: 'settings.tax.rateMissing',
            maxLength: 8,
          },
          {
            name: 'validFrom',
            label: 'settings.tax.validFrom',
            missing: 'settings.tax.validFromMissing',
            type: 'date',
          },
          { name: 'note', label: 'settings.tax.note', missing: 'lists.sayWhy' },
        ]}
        run={(values) =>
          setTaxRate({
            country: (values.country ?? '').toUpperCase(),
            taxClass: values.taxClass as RatedTaxClass,
            rate: (values.rate ?? '').replace(',', '.'),
            validFrom: values.validFrom ?? '',
            note: values.note ?? '',
          })
        }
      />
    </div>
  )
}

const rateColumns = [
  { title: 'settings.tax.country' },
  { title: 'product.taxClass' },
  { title: 'settings.tax.rate', isNumber: true },
  { title: 'settings.tax.source' },
] as const satisfies readonly Column[]

function Rates({ rates }: Pick<TaxRates, 'rates'>) {
  const { find } = useWords()
  return (
    <ListView
      title="settings.part.taxes"
      items={rates}
      columns={rateColumns}
      row={({ country, taxClass, rate, source }) => (
        <tr key={`${country} ${taxClass}`}>
          <th scope="row">{country}</th>
          <td>{find(`product.taxClass.${taxClass}`) ?? taxClass}</td>
          <td className={card.number}>{rate} %</td>
          <td className={lists.words}>{source}</td>
        </tr>
      )}
      none="settings.tax.none"
    />
  )
}
