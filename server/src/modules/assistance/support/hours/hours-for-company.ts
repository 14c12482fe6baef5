import { after, daysMs, utcDay } from '#kernel/time'
import type { WorkingTime } from '#platform/working-time'

/** Longer than any company closes. */
const daysToLookAt = 60

/**
 * The hours of the desk on those days on which the company works, too: an answer on its holiday reaches nobody. If the desk and the
 * company share no day, the hours of the desk alone.
 */
export function hoursForCompany(desk: WorkingTime, company: WorkingTime, now: Date): WorkingTime {
  const hoursOn = (day: Date) => (company.hoursOn(day).length > 0 ? desk.hoursOn(day) : [])
  const today = new Date(utcDay(now))
  const days = Array.from({ length: daysToLookAt }, (_, at) => after(today, daysMs(at)))
  return days.some((day) => hoursOn(day).length > 0) ? { ...desk, hoursOn } : desk
}
