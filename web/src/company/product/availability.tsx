import { Mark, type MarkTone } from '../../components/mark.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Product } from '../api.ts'
import styles from './product.module.css'

const tones: Readonly<Record<string, MarkTone>> = {
  in_stock: 'good',
  low_stock: 'warning',
  backorder: 'info',
  out_of_stock: 'critical',
  discontinued: 'critical',
}

type Props = {
  readonly availability: Pick<Product['availability'], 'status' | 'available' | 'leadTimeDays'>
}

/** Whether a product can be had, how many, and when its supplier dispatches it. */
export function Availability({ availability: { status, available, leadTimeDays } }: Props) {
  const { t, number } = useWords()
  const isThere = available > 0
  return (
    <p className={styles.availability}>
      <Mark tone={tones[status] ?? 'info'} size={14} />
      {t(`catalogue.status.${status}`)}
      {isThere && ` · ${t('catalogue.available', { quantity: number(available) })}`}
      {status !== 'backorder' && isThere && ` · ${t('catalogue.leadTime', { days: leadTimeDays })}`}
      {status === 'backorder' && ` · ${t('catalogue.backorderTime', { days: leadTimeDays })}`}
    </p>
  )
}
