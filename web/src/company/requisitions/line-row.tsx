import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { unitName } from '../units.ts'
import { FileLinks, LineAbout } from './line-about.tsx'
import type { Requisition, RequisitionLine } from './requisition-api.ts'
import styles from './requisitions.module.css'

type Props = {
  readonly requisition: Requisition
  readonly line: RequisitionLine
  /** What can be done with the line. */
  readonly children?: ReactNode
}

/** A line: what and how much is needed, what it may cost, where it stands, and what a buyer found for it. */
export function LineRow({ requisition, line, children }: Props) {
  const words = useWords()
  const { t, number, money } = words
  const { quantity, unit, estimate, state, orderId, orderNumber, sourcing } = line
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <LineAbout requisition={requisition} line={line} />
        {sourcing && <Found requisitionId={requisition.id} line={line} sourcing={sourcing} />}
      </div>
      <span className={styles.number}>
        {number(quantity)} {unit !== undefined && unitName(words, unit)}
      </span>
      <span className={styles.number}>{estimate && money(estimate)}</span>
      <span>
        {t(`requisitions.line.${state}`)}
        {orderId !== undefined && (
          <Link to="/orders/$orderId" params={{ orderId }} className={parts.hint}>
            {orderNumber}
          </Link>
        )}
      </span>
      <div className={styles.below}>{children}</div>
    </li>
  )
}

type FoundProps = {
  readonly requisitionId: string
  readonly line: RequisitionLine
  readonly sourcing: NonNullable<RequisitionLine['sourcing']>
}

/** What a buyer found for a line in words. */
function Found({ requisitionId, line, sourcing }: FoundProps) {
  const { t, money } = useWords()
  const { productId, price, note, attachments = [] } = sourcing
  return (
    <div className={styles.about}>
      {productId !== undefined && (
        <span>
          {t('requisitionPage.sourcedAs')}{' '}
          <Link to="/products/$productId" params={{ productId }}>
            {line.productName ?? productId}
          </Link>
        </span>
      )}
      {price && <span>{t('requisitionPage.agreedPrice', { price: money(price) })}</span>}
      {note !== undefined && <span className={parts.hint}>{note}</span>}
      <FileLinks requisitionId={requisitionId} files={attachments} />
      {productId === undefined && (
        <span className={parts.hint}>
          {t(price ? 'requisitionPage.askForProduct' : 'requisitionPage.noProductYet')}
        </span>
      )}
    </div>
  )
}
