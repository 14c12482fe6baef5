import { isConnectionLost } from '#platform/db'
import { SetAsideFull } from './limits.ts'

/**
 * Errors of the server: it lacks a resource, starts, stops or is read-only, or transactions conflict. None of them is caused by
 * the event that was being recorded.
 */
const codesOfServer = /^(?:25006|40001|40P01|55P03|53...|57P..|58...)$/

/** Whether the event itself may have caused the error. */
export function isOfEvent(error: unknown): boolean {
  if (isConnectionLost(error) || error instanceof SetAsideFull) return false
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code !== 'string' || !codesOfServer.test(code)
}
