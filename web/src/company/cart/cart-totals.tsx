import { useWords } from '../../language/use-words.ts'
import type { Cart, Checkout } from '../api.ts'
import styles from './cart.module.css'

type Props = { readonly totals: Cart['totals'] | Checkout['totals'] }

/** From the goods to what is to be paid, with the tax by rate. */
export function CartTotals({ totals }: Props) {
  const { t, money, decimal } = useWords()
  const { goods, discount, shipping, tax, taxBreakdown, total } = totals
  const hasDiscount = discount !== undefined && !/^0(\.0+)?$/.test(discount.amount)
  return (
    <dl className={styles.totals}>
      <dt>{t('cart.goods')}</dt>
      <dd>{money(goods ?? totals.subtotal)}</dd>
      {hasDiscount && (
        <>
          <dt>{t('cart.discount')}</dt>
          <dd>−{money(discount)}</dd>
        </>
      )}
      {shipping && (
        <>
          <dt>{t('cart.shipping')}</dt>
          <dd>{money(shipping)}</dd>
        </>
      )}
      {taxBreakdown?.map(({ category, rate, taxable, amount }) => (
        <div key={`${category} ${rate}`} className={styles.tax}>
          <dt>{t('cart.taxOf', { rate: decimal(rate), base: money(taxable) })}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      {taxBreakdown === undefined && (
        <>
          <dt>{t('cart.tax')}</dt>
          <dd>{tax ? money(tax) : t('cart.unknown')}</dd>
        </>
      )}
      <dt className={styles.total}>{t('cart.total')}</dt>
      <dd className={styles.total}>{total === null ? t('cart.unknown') : money(total)}</dd>
    </dl>
  )
}
