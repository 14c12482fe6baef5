import type { Ticket } from '../api-types.ts'
import { Mark } from '../components/mark.tsx'
import { useWords } from '../language/use-words.ts'

type Props = { readonly ticket: Ticket; readonly now: number }

/** The target that is due next, and whether it was missed. */
export function TargetTime({ ticket, now }: Props) {
  const { t, duration, instant } = useWords()
  const { firstResponse, resolution, breached } = ticket
  const next = firstResponse.dueAt ? firstResponse : resolution
  if (!next.dueAt) return <>{t('support.target.stands')}</>
  const name = t(
    firstResponse.dueAt ? 'support.target.FIRST_RESPONSE' : 'support.target.RESOLUTION',
  )
  const seconds = (Date.parse(next.dueAt) - now) / 1_000
  const isLate = seconds <= 0 || breached.length > 0
  return (
    <>
      {isLate && <Mark tone="critical" />}
      <time dateTime={next.dueAt} title={instant(next.dueAt)}>
        {seconds > 0
          ? t('support.target.in', { name, duration: duration(seconds) })
          : t('support.target.late', { name, duration: duration(-seconds) })}
      </time>
    </>
  )
}
