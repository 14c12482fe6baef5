import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import type { Product } from '../api.ts'
import { unitName } from '../units.ts'
import styles from './own-products.module.css'
import { type Entry, ownPriceOf } from './own-products-api.ts'

type Props = {
  readonly product: Product
  readonly entry: Entry
  readonly onEnter: (entry: Entry) => void
}

/** A product with its price and stock, and the fields for others. */
export function ProductRow({ product, entry, onEnter }: Props) {
  const words = useWords()
  const { t, money, number } = words
  const { id, name, sku, price, availability } = product
  const { list, perQuantity } = ownPriceOf(product)
  const unit = unitName(words, price.unit)
  const field = (label: string, value: string, enter: (value: string) => Entry) => (
    <input
      type="number"
      min={0}
      step="any"
      className={styles.field}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onEnter(enter(currentTarget.value))}
    />
  )
  return (
    <tr>
      <th scope="row">
        <Link to="/products/$productId" params={{ productId: id }}>
          {name}
        </Link>
        <span className={lists.quiet}> {sku}</span>
      </th>
      <td className={card.number}>
        {t('ownProducts.pricePer', { price: money(list), quantity: number(perQuantity), unit })}
      </td>
      <td className={card.number}>
        {number(availability.available)} {unit}
      </td>
      <td>
        {field(t('ownProducts.newPriceOf', { name }), entry.price ?? '', (value) => ({
          ...entry,
          price: value,
        }))}
      </td>
      <td>
        {field(t('ownProducts.countedOf', { name }), entry.stock ?? '', (value) => ({
          ...entry,
          stock: value,
        }))}
      </td>
    </tr>
  )
}
