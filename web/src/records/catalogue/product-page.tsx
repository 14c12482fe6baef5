import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { RecordFrame } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { getProduct, type Product, setTaxClass, type TaxClass, taxClasses } from './products-api.ts'

/** One product of the catalogue, as buyers see it: what it is, what it costs, and whether it can be ordered. */
export function ProductPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('product.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={(signal) => getProduct(recordId, signal)}
      nameOf={({ name }) => name}
    >
      {(product) => (
        <>
          <ProductFacts product={product} />
          <SetTaxClass product={product} />
          <Prices product={product} />
          <Attributes product={product} />
        </>
      )}
    </RecordFrame>
  )
}

function ProductFacts({ product }: { readonly product: Product }) {
  const { t, number, list, money } = useWords()
  const { name, sku, mpn, gtins, brand, supplier, category, state, availability, price } = product
  const { successor, shipTo, substitutes, accessories, compatibleWith, backorder } = product
  return (
    <Facts
      facts={[
        [t('product.name'), name],
        [t('lists.column.state'), t(`product.state.${state}`)],
        [t('product.successor'), successor && <RecordId id={successor.id} />],
        [
          t('records.lines.supplier'),
          <>
            {supplier.name}
            <RecordId id={supplier.id} />
          </>,
        ],
        [t('product.sku'), sku],
        [t('product.mpn'), mpn],
        [t('product.gtins'), gtins.length > 0 && list(gtins)],
        [t('product.substitutes'), substitutes && list(substitutes)],
        [t('product.accessories'), accessories && list(accessories)],
        [t('product.compatibleWith'), compatibleWith && list(compatibleWith)],
        [t('product.brand'), brand],
        [t('product.category'), category.path.join(' › ')],
        [t('product.price'), money(price.unitPrice)],
        [t('product.available'), number(availability.available ?? 0)],
        [
          t('product.backorder'),
          backorder &&
            t('product.backorderTerms', {
              days: backorder.leadTimeDays,
              max: backorder.maxQuantity ?? 0,
            }),
        ],
        [t('product.shipTo'), list(shipTo)],
      ]}
    />
  )
}

function SetTaxClass({ product: { id } }: { readonly product: Product }) {
  const { t } = useWords()
  return (
    <Actions>
      <Action
        ask={t('product.setTax')}
        label={t('product.setTaxOf', { id })}
        act={t('product.setTaxNow')}
        effect={t('product.setTaxEffect')}
        fields={[
          {
            name: 'taxClass',
            label: 'product.taxClass',
            choices: taxClasses.map((value) => ({ value, label: t(`product.taxClass.${value}`) })),
          },
        ]}
        run={({ taxClass = 'standard' }) => setTaxClass(id, taxClass as TaxClass)}
      />
    </Actions>
  )
}

const priceColumns = [
  { title: 'product.from', isNumber: true },
  { title: 'product.price', isNumber: true },
] as const satisfies readonly Column[]

function Prices({ product: { price } }: { readonly product: Product }) {
  const { number, money } = useWords()
  return (
    <ListView
      title="product.tiers"
      items={price.tiers}
      columns={priceColumns}
      row={({ minQuantity, unitPrice }) => (
        <tr key={minQuantity}>
          <th scope="row" className={card.number}>
            {number(minQuantity)}
          </th>
          <td className={card.number}>{money(unitPrice)}</td>
        </tr>
      )}
      none="product.noTiers"
    />
  )
}

const attributeColumns = [
  { title: 'product.attribute' },
  { title: 'product.value' },
] as const satisfies readonly Column[]

function Attributes({ product: { attributes } }: { readonly product: Product }) {
  return (
    <ListView
      title="product.attributes"
      items={attributes}
      columns={attributeColumns}
      row={({ label, value }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className={lists.words}>{value}</td>
        </tr>
      )}
      none="product.noAttributes"
    />
  )
}
