import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { nameOfLine } from './name-of-line.ts'
import type { Order, OrderLine } from './order-api.ts'
import styles from './orders.module.css'

type Props = {
  readonly order: Pick<Order, 'shipments'> & {
    readonly lines: readonly Pick<OrderLine, 'lineNumber' | 'name'>[]
  }
}

/** What is on its way, and what has arrived. */
export function Shipments({ order: { shipments, lines } }: Props) {
  const { t, instant, number } = useWords()
  if (shipments.length === 0) return null
  return (
    <Section title={t('orderPage.shipments')}>
      <ul className={parts.box}>
        {shipments.map((shipment) => (
          <li key={shipment.id} className={styles.shipment}>
            <strong>
              {shipment.deliveredAt === undefined
                ? t('orderPage.shipped', { time: instant(shipment.shippedAt) })
                : t('orderPage.delivered', { time: instant(shipment.deliveredAt) })}
            </strong>
            <span>
              {shipment.carrier}{' '}
              {shipment.trackingUrl === undefined ? (
                shipment.trackingNumber
              ) : (
                <a href={shipment.trackingUrl} rel="noreferrer" target="_blank">
                  {shipment.trackingNumber ?? t('orderPage.track')}
                </a>
              )}
            </span>
            {shipment.lines.map(({ lineNumber, quantity }) => (
              <span key={lineNumber}>
                {t('checkoutPage.line', {
                  quantity: number(quantity),
                  name: nameOfLine(lines, lineNumber),
                })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
