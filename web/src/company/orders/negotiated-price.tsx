import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import type { OrderLine } from './order-api.ts'

type Props = {
  readonly price: OrderLine['negotiatedPrice']
  /** The order whose proofs the person may read. Absent: the person sells it. */
  readonly orderId?: string | undefined
}

/** Says that the price of a line was agreed by hand, and by whom. Shows nothing for a price of the catalogue. */
export function NegotiatedPrice({ price, orderId }: Props) {
  const { t } = useWords()
  if (!price) return null
  const proofs = orderId === undefined ? [] : price.attachmentIds
  return (
    <div className={parts.hint}>
      {t('orderPage.negotiated', { note: price.note })}
      {proofs.map((id, at) => (
        <a key={id} href={`/account/orders/${orderId}/negotiated-prices/${id}`}>
          {' '}
          {t('orderPage.proof', { number: at + 1 })}
        </a>
      ))}
    </div>
  )
}
