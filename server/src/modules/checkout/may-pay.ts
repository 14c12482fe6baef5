import type { Actor } from '#kernel/actor'

/**
 * An approver hands no cart over to payment, and so may not go round by another way either, nor may an app that nobody has
 * allowed to pay. An integration orders by the scope that an administrator gave its key for that.
 */
export function mayPay({ kind, scopes }: Actor): boolean {
  return kind === 'api_key' || scopes.has('payments:write')
}
