import type { ReactNode } from 'react'
import card from './card.module.css'
import { Mark, type MarkTone } from './mark.tsx'

type Props = {
  /** What it means that there is nothing. */
  readonly mark?: MarkTone | undefined
  readonly children: ReactNode
}

/** Stands where there is nothing to show, and says why or what to do. */
export function EmptyState({ mark, children }: Props) {
  return (
    <p className={`${card.card} ${card.nothing}`}>
      {mark && <Mark tone={mark} />}
      {children}
    </p>
  )
}
