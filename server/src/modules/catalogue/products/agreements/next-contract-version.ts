import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { getChangeableContract } from './change-contracts.ts'
import type { Contract } from './contract.ts'
import { saveContractVersion } from './contract-store.ts'
import { termsChanged } from './create-terms.ts'

/**
 * Participant: locks a contract that the actor changes and gives it its next version, because what another module keeps
 * of it changes.
 */
export async function nextContractVersion(
  tx: Tx,
  actor: Actor,
  of: { readonly contractId: string; readonly expectedVersion?: number | undefined },
  now: Date,
): Promise<Contract> {
  const before = await getChangeableContract(tx, actor, of.contractId)
  const { expectedVersion: expected } = of
  if (expected !== undefined && expected !== before.version) {
    throw fail('contract_version_conflict', { expected, current: before.version })
  }
  const contract = { ...before, version: before.version + 1, updatedAt: now }
  await saveContractVersion(tx, contract)
  ringAfterCommit(tx, termsChanged)
  return contract
}
