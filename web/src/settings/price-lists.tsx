import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { changePrice, type PriceList, setUnitOfPriceList } from './settings-api.ts'

const list = listOf('/api/v1/price-lists')

/** The agreed prices of all suppliers. */
export function PriceLists() {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="price-lists"
      title="settings.part.prices"
      cells={{
        name: ({ id, name }) => (
          <>
            {name}
            <PartId id={id} />
          </>
        ),
        companyIds: ({ companyIds }) =>
          companyIds.length === 0
            ? t('settings.prices.allCompanies')
            : companyIds.map((each) => <RecordName key={each} id={each} />),
      }}
      action={(priceList) => (
        <>
          <ChangePrice list={priceList} />
          <SetUnit list={priceList} />
        </>
      )}
      none="settings.prices.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function ChangePrice({ list: { id, name, currency } }: { readonly list: PriceList }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('settings.prices.change')}
      label={t('settings.prices.changeOf', { name })}
      act={t('settings.prices.changeNow')}
      fields={[
        {
          name: 'productId',
          label: 'settings.prices.product',
          missing: 'settings.prices.productMissing',
          maxLength: 64,
        },
        {
          name: 'unitPrice',
          label: 'settings.prices.price',
          description: 'settings.prices.priceHint',
          missing: 'records.refund.amountMissing',
          maxLength: 20,
        },
      ]}
      effect={t('settings.prices.effect', { currency })}
      run={({ productId = '', unitPrice = '' }) =>
        changePrice(id, productId, unitPrice.replace(',', '.'))
      }
    />
  )
}

function SetUnit({ list: { id, name, unitId } }: { readonly list: PriceList }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('settings.unit.set')}
      label={t('settings.unit.setOf', { name })}
      act={t('settings.unit.setNow')}
      fields={[
        {
          name: 'unitId',
          label: 'settings.unit',
          description: 'settings.unit.hint',
          maxLength: 64,
          initial: unitId ?? '',
        },
      ]}
      run={({ unitId: entered = '' }) => setUnitOfPriceList(id, entered || null)}
    />
  )
}
