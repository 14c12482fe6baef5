import styles from './usage-bar.module.css'

type Amount = { readonly amount: string }

type Props = {
  readonly used: Amount
  /** What is used and what comes to it. */
  readonly withMore: Amount
  readonly limit: Amount
  readonly isExceeded: boolean
}

/** How much of a budget or a quota is used. The text beside it says the same. */
export function UsageBar({ used, withMore, limit, isExceeded }: Props) {
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      {...(isExceeded && { 'data-exceeded': '' })}
    >
      <rect className={styles.track} width="100" height="8" />
      <rect className={styles.with} width={partOf(withMore, limit)} height="8" />
      <rect className={styles.used} width={partOf(used, limit)} height="8" />
    </svg>
  )
}

/** For the drawing alone: 0 to 100. */
function partOf({ amount }: Amount, limit: Amount): number {
  const part = (100 * Number(amount)) / Math.max(Number(limit.amount), Number.MIN_VALUE)
  return Math.min(100, Math.max(0, part))
}
