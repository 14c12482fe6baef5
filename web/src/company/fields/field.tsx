import type { ReactNode } from 'react'
import styles from './field.module.css'

type Props = {
  readonly label: string
  /** What helps to fill it in. */
  readonly hint?: string | undefined
  /** The input, select or text area. */
  readonly children: ReactNode
}

/** A field with its label above it. */
export function Field({ label, hint, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className={styles.field}>
      {label}
      {children}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </label>
  )
}
