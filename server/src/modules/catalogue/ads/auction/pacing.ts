/** How far spending may be ahead: an hour's share. Without it nothing could be spent at midnight. */
const lead = 1 / 24
/** The budget is spread over this share of the day, because few people search in its last hours. */
const spread = 0.9

/**
 * Whether a campaign may take part now. Its spending follows the day. What a quiet night leaves over is spent in the busy hours.
 */
export function isOnPace(
  { budgetMinor, spentMinor }: { readonly budgetMinor: number; readonly spentMinor: number },
  dayPassed: number,
): boolean {
  return spentMinor < budgetMinor * Math.min(1, dayPassed / spread + lead)
}

/** A day in a time zone, and the share of it that has passed. */
export type LocalDay = { readonly day: string; readonly passed: number }

const formats = new Map<string, Intl.DateTimeFormat>()

export function localDay(timeZone: string, now: Date): LocalDay {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const part: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(now)) part[type] = value
  const seconds = Number(part.hour) * 3_600 + Number(part.minute) * 60 + Number(part.second)
  return { day: `${part.year}-${part.month}-${part.day}`, passed: seconds / 86_400 }
}
