import type { Actor } from '#kernel/actor'
import type { CartChange } from '../cart.ts'
import { failPractice, type PracticeDeps } from '../certification/practice.ts'
import { fail } from '../failures.ts'

export type MoneyText = { readonly amount: string; readonly currency: string }

export type AddItem = { readonly productId: string; readonly quantity: number }

/** A change as the client requested it: the expected version may be missing, or stand in two places. */
export type ChangeRequest =
  | {
      readonly kind: 'change_quantity'
      readonly itemId: string
      readonly quantity: number
      /** The price of one unit at this quantity: the buyer accepts the changed price. */
      readonly accepted?: MoneyText | undefined
      readonly expected: Expected
    }
  | { readonly kind: 'remove_item'; readonly itemId: string; readonly expected: Expected }
  | { readonly kind: 'clear'; readonly expected: Expected }
  | {
      readonly kind: 'set_place'
      readonly currency: string | undefined
      readonly country: string | undefined
      readonly expected: Expected
    }

/** A DELETE may carry the version in the query or in the body: not every client can send both. */
export type Expected = { readonly inBody: number | undefined; readonly inQuery: number | undefined }

/** Adds the version that the client expects. Without it a client would overwrite what it has not seen. */
export async function versioned(
  deps: PracticeDeps,
  actor: Actor,
  request: ChangeRequest,
  practice: string | undefined,
): Promise<CartChange> {
  const { inBody, inQuery } = request.expected
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    throw fail('expected_version_ambiguous', { body: inBody, query: inQuery })
  }
  const version = inBody ?? inQuery
  if (version === undefined) {
    if (practice) await failPractice(deps, actor, practice, 'VERSION_MISSING')
    throw fail('expected_version_required', { field: fieldOf(request) })
  }
  switch (request.kind) {
    case 'change_quantity':
    case 'remove_item':
      return { ...request, expectedItemVersion: version }
    case 'clear':
    case 'set_place':
      return { ...request, expectedSnapshotVersion: version }
  }
}

function fieldOf({ kind }: ChangeRequest): string {
  return kind === 'clear' || kind === 'set_place'
    ? 'expectedSnapshotVersion'
    : 'expectedItemVersion'
}
