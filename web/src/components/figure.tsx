import type { ReactNode } from 'react'
import card from './card.module.css'

type Props = {
  readonly label: string
  /** It needs no attention. */
  readonly isQuiet?: boolean | undefined
  readonly children: ReactNode
}

/** One large figure with its label. */
export function Figure({ label, isQuiet, children }: Props) {
  return (
    <dl className={card.figure} {...(isQuiet && { 'data-quiet': '' })}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  )
}
