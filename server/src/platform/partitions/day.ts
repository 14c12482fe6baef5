import { firstIdAt } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { DayRange, Partitioned } from './partitioned.ts'

/** The name of a day's partition: `20260102`, in UTC. */
export function dayNameOf(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '')
}

export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / daysMs(1)) * daysMs(1))
}

export function rangeOf({ prefix }: Pick<Partitioned, 'prefix'>, at: Date): DayRange {
  const start = startOfDay(at)
  return {
    day: dayNameOf(start),
    from: firstIdAt(prefix, start),
    to: firstIdAt(prefix, after(start, daysMs(1))),
  }
}

/** The day of a partition, by the name of the partition. */
export function dayOfName(name: string): Date | undefined {
  const [, year, month, date] = /_d(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return year ? new Date(`${year}-${month}-${date}T00:00:00Z`) : undefined
}
