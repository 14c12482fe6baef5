import { type ReactNode, useId } from 'react'
import card from './card.module.css'

type Props = { readonly title: string; readonly children: ReactNode }

/** A part of a page, with its heading. */
export function Section({ title, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={card.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
