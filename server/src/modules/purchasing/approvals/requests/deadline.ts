import { after, hoursMs } from '#kernel/time'
import { addWorkingMs, type WorkingTime, workingMsBetween } from '#platform/working-time'
import { timeoutHoursMax } from '../rules/rule.ts'
import type { ApprovalRequest } from './request.ts'

/** A request expires after these hours of working days, and in six days at the latest. */
export function deadlineOf(time: WorkingTime, timeoutHours: number, now: Date): Date {
  const latest = after(now, hoursMs(timeoutHoursMax))
  const deadline = addWorkingMs(time, now, hoursMs(timeoutHours))
  return new Date(Math.min(deadline.getTime(), latest.getTime()))
}

type Times = Pick<ApprovalRequest, 'expiresAt' | 'remindAfterHours' | 'escalateAfterHours'>

/**
 * The times of the reminder and of the escalation of a step that begins now. Both are before the request
 * expires: a time of the rule that is not, because of holidays, becomes a third or two thirds of the time that is left.
 */
export function noticesOf(
  time: WorkingTime,
  { expiresAt, remindAfterHours, escalateAfterHours }: Times,
  now: Date,
): { readonly remindAt: Date; readonly escalateAt: Date } {
  const workingMs = workingMsBetween(time, now, expiresAt)
  const timeAtShare = (part: number) =>
    workingMs > 0
      ? addWorkingMs(time, now, part * workingMs)
      : after(now, part * (expiresAt.getTime() - now.getTime()))
  const timeOf = (hours: number | undefined, part: number) => {
    const at = hours === undefined ? expiresAt : addWorkingMs(time, now, hoursMs(hours))
    return at < expiresAt ? at : timeAtShare(part)
  }
  return {
    remindAt: timeOf(remindAfterHours, 1 / 3),
    escalateAt: timeOf(escalateAfterHours, 2 / 3),
  }
}
