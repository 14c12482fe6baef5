import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { changePrice, listPriceLists, type PriceList } from './settings-api.ts'

const columns = [
  { title: 'settings.prices.list' },
  { title: 'records.lines.supplier' },
  { title: 'settings.prices.companies' },
  { title: 'settings.prices.entries', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The agreed prices of all suppliers. */
export function PriceLists() {
  return (
    <List
      id="price-lists"
      title="settings.part.prices"
      queryKey={['price-lists']}
      read={(cursor, signal) => listPriceLists(cursor, signal)}
      columns={columns}
      row={(list) => <PriceListRow key={list.id} list={list} />}
      none="settings.prices.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function PriceListRow({ list }: { readonly list: PriceList }) {
  const { t, number } = useWords()
  const { id, name, currency, supplierId, companyIds, entryCount } = list
  return (
    <tr>
      <th scope="row">
        {name}
        <PartId id={id} />
      </th>
      <td>
        <RecordName id={supplierId} />
      </td>
      <td>
        {companyIds.length === 0
          ? t('settings.prices.allCompanies')
          : companyIds.map((each) => <RecordName key={each} id={each} />)}
      </td>
      <td className={card.number}>{number(entryCount)}</td>
      <td>
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
      </td>
    </tr>
  )
}
