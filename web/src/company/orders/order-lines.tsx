import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Table } from '../table.tsx'
import { unitName } from '../units.ts'
import { NegotiatedPrice } from './negotiated-price.tsx'
import type { OrderLine } from './order-api.ts'

/** What a buyer and a supplier both see of a line. */
type ShownLine = Omit<OrderLine, 'brand' | 'conversion' | 'supplierId'>

type Props = {
  readonly lines: readonly ShownLine[]
  /** The order whose proofs of negotiated prices the person may read. */
  readonly proofsOf?: string | undefined
}

/** What was ordered, and how far each line has come. */
export function OrderLines({ lines, proofsOf }: Props) {
  const { t } = useWords()
  const isSplit = new Set(lines.map(({ delivery = 1 }) => delivery)).size > 1
  return (
    <Section title={t('orderPage.lines')}>
      <Table
        heads={[
          'orderPage.product',
          { number: 'orderPage.quantity' },
          'orderPage.progressTitle',
          { number: 'orderPage.unitPrice' },
          { number: 'orderPage.lineTotal' },
        ]}
      >
        {lines.map((line) => (
          <LineRow key={line.lineNumber} line={line} isSplit={isSplit} proofsOf={proofsOf} />
        ))}
      </Table>
    </Section>
  )
}

/** `isSplit`: the lines go to several addresses. */
type Row = { readonly line: ShownLine; readonly isSplit: boolean }

function LineRow({ line, isSplit, proofsOf }: Row & Pick<Props, 'proofsOf'>) {
  const words = useWords()
  const { money, number } = words
  return (
    <tr>
      <th scope="row">
        {line.lineNumber}.{' '}
        <Link to="/products/$productId" params={{ productId: line.productId }}>
          {line.name}
        </Link>
        <span className={lists.quiet}> {line.sku}</span>
        <NegotiatedPrice price={line.negotiatedPrice} orderId={proofsOf} />
      </th>
      <td className={card.number}>
        {number(line.quantity)} {unitName(words, line.unit)}
      </td>
      <td>
        <Progress line={line} isSplit={isSplit} />
      </td>
      <td className={card.number}>{money(line.unitPrice)}</td>
      <td className={card.number}>{money(line.lineTotal)}</td>
    </tr>
  )
}

function Progress({ line, isSplit }: Row) {
  const { t, day, number } = useWords()
  const { requestedDate, promisedDate, waitingQuantity, proposalId, changeRequestId } = line
  const counted = (
    [
      ['shipped', line.shippedQuantity],
      ['delivered', line.deliveredQuantity],
      ['cancelled', line.cancelledQuantity],
      ['returned', line.returnedQuantity],
    ] as const
  ).filter(([, quantity]) => quantity > 0)
  return (
    <>
      {isSplit && <div>{t('orderPage.delivery', { number: line.delivery ?? 1 })}</div>}
      {requestedDate !== undefined && (
        <div>{t('orderPage.wanted', { day: day(requestedDate) })}</div>
      )}
      {promisedDate !== undefined && (
        <div>{t('orderPage.promised', { day: day(promisedDate) })}</div>
      )}
      {waitingQuantity !== undefined && (
        <div>{t('orderPage.waiting', { quantity: number(waitingQuantity) })}</div>
      )}
      {proposalId !== undefined && <div>{t('orderPage.proposed')}</div>}
      {changeRequestId !== undefined && <div>{t('orderPage.requested')}</div>}
      {counted.map(([name, quantity]) => (
        <div key={name}>{t(`orderPage.pieces.${name}`, { quantity: number(quantity) })}</div>
      ))}
    </>
  )
}
