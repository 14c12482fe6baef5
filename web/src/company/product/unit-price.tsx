import { useWords } from '../../language/use-words.ts'
import type { Product } from '../api.ts'
import { unitName } from '../units.ts'
import styles from './product.module.css'

type Props = { readonly price: Product['price'] }

/** The price of the company at the smallest quantity for sale, its basis, and from which quantity on it falls. */
export function UnitPrice({ price }: Props) {
  const words = useWords()
  const { t, money, number } = words
  const { list, perQuantity, tiers, unit, agreed, minQuantity } = price
  const lowest = tiers.at(-1)
  return (
    <div className={styles.price}>
      <p className={styles.amount}>{money(list)}</p>
      <p className={styles.basis}>
        {t('catalogue.per', { quantity: number(perQuantity), unit: unitName(words, unit) })}
      </p>
      {minQuantity !== 1 && (
        <p className={styles.basis}>
          {t('catalogue.least', { quantity: number(minQuantity), unit: unitName(words, unit) })}
        </p>
      )}
      {lowest && (
        <p className={styles.basis}>
          {t('catalogue.tierFrom', {
            price: money(lowest.basisPrice),
            quantity: number(lowest.minQuantity),
          })}
        </p>
      )}
      {agreed && <p className={styles.basis}>{t('catalogue.agreed')}</p>}
    </div>
  )
}
