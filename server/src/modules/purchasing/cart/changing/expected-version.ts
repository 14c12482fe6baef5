import type { CartChange } from '../cart.ts'
import { fail } from '../failures.ts'
import type { ChangeRequest } from './requests.ts'

/** The version that the client expects, wherever it stands. Throws if it stands in two places, and they differ. */
export function expectedVersionOf({ expected }: ChangeRequest): number | undefined {
  const { inBody, inQuery } = expected
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    throw fail('expected_version_ambiguous', { body: inBody, query: inQuery })
  }
  return inBody ?? inQuery
}

/** The change of a request that expects this version. Throws if there is none: the client has seen no version. */
export function withExpectedVersion(
  request: ChangeRequest,
  version: number | undefined,
): CartChange {
  switch (request.kind) {
    case 'change_quantity':
    case 'remove_item':
      return { ...request, expectedItemVersion: assertGiven(version, 'expectedItemVersion') }
    case 'clear':
    case 'set_place':
      return {
        ...request,
        expectedSnapshotVersion: assertGiven(version, 'expectedSnapshotVersion'),
      }
  }
}

function assertGiven(version: number | undefined, field: string): number {
  if (version === undefined) throw fail('expected_version_required', { field })
  return version
}
