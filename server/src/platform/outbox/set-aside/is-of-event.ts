import { isConnectionLost } from '#platform/db'
import { SetAsideFull } from './limits.ts'

/**
 * A server that is short of something, goes, comes or may only be read; transactions that were in each other's way. None of
 * it says anything about the event that was being recorded.
 */
const codesOfServer = /^(?:25006|40001|40P01|55P03|53...|57P..|58...)$/

/** Whether an error may lie in the event itself. */
export function isOfEvent(error: unknown): boolean {
  if (isConnectionLost(error) || error instanceof SetAsideFull) return false
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code !== 'string' || !codesOfServer.test(code)
}
