import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import type { Product } from '../api.ts'

/** The price by quantity, if it has more than one step. */
export function PriceTiers({ price: { tiers, minQuantity, unitPrice } }: Pick<Product, 'price'>) {
  const { t, number, money } = useWords()
  if (tiers.length === 0) return null
  return (
    <table className={`${card.card} ${card.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('catalogue.fromQuantity')}</th>
          <th scope="col" className={card.number}>
            {t('catalogue.unitPrice')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[{ minQuantity, unitPrice }, ...tiers].map(({ minQuantity, unitPrice }) => (
          <tr key={minQuantity}>
            <td>{number(minQuantity)}</td>
            <td className={card.number}>{money(unitPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
