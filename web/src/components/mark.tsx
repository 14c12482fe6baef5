import styles from './mark.module.css'

export type MarkTone = 'good' | 'warning' | 'critical' | 'info'

const shapes: Readonly<Record<MarkTone, string>> = {
  good: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM4.9 8.2l2.1 2.1 4.1-4.3',
  warning: 'M8 2 14.7 13.7H1.3zM8 6.4v3.2M8 11.6v.1',
  critical: 'M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  info: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 7.2v4M8 4.8v.1',
}

/** Each meaning has its own shape, so that colour is never the only sign. The text beside it says the rest. */
export function Mark({ tone, size = 16 }: { readonly tone: MarkTone; readonly size?: number }) {
  return (
    <svg
      className={`${styles.mark} ${styles[tone]}`}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={shapes[tone]} />
    </svg>
  )
}
