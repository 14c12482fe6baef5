import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Cart } from '../api.ts'
import styles from './checkout.module.css'

type Props = {
  readonly cart: Cart
  /** The shipping method by supplier, where the person chose one. */
  readonly chosen: Readonly<Record<string, string>>
  readonly onChange: (chosen: Readonly<Record<string, string>>) => void
}

/** Only for suppliers that leave a choice. */
export function ShippingChoice({ cart, chosen, onChange }: Props) {
  const { t, money } = useWords()
  const open = cart.shippingOptions.filter(({ options }) => options.length > 1)
  if (open.length === 0) return null
  return (
    <Section title={t('checkoutPage.shipping')}>
      <div className={`${card.card} ${styles.fields}`}>
        {open.map(({ supplierId, selected, options }) => (
          <label key={supplierId}>
            {supplierName(cart, supplierId)}
            <select
              value={chosen[supplierId] ?? selected ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...chosen, [supplierId]: value })
              }
            >
              {options.map(({ id, name, price, leadTimeDays }) => (
                <option key={id} value={id}>
                  {t('checkoutPage.shippingOption', {
                    name,
                    price: money(price),
                    days: leadTimeDays,
                  })}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </Section>
  )
}

function supplierName({ items }: Cart, supplierId: string): string {
  return (
    items.find(({ product }) => product.supplier.id === supplierId)?.product.supplier.name ?? ''
  )
}
