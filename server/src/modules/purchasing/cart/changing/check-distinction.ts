import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Quantity } from '#kernel/quantity'
import { addressNotFound, addressNotPrintable, isPrintable } from '#modules/addresses'
import {
  codesOfLines,
  distinctionOf,
  type LineDistinction,
  problemOfAllocations,
  trimEach,
} from '#modules/orders/line-references'
import { dayIn } from '#platform/working-time'
import type { WhichCart } from '../cart.ts'
import { fail } from '../failures.ts'
import type { LineAddresses } from '../quoted-cart.ts'
import { addressesOfLines, type ReadCartDeps } from '../read-cart.ts'

type Divided = LineDistinction & { readonly quantity: Quantity }

/** The allocations, the requested date and the address as the cart keeps them. Throws if no order could have them. */
export async function readDistinction(
  deps: ReadCartDeps,
  actor: Actor,
  which: WhichCart,
  line: Divided,
): Promise<LineDistinction> {
  const [refusal] = await refusalsOf(deps, actor, which, [line])
  if (refusal) throw refusal
  return trimEach(distinctionOf(line))
}

/**
 * Why no order could have the lines, in their order. Undefined: it could. Lines without allocations and addresses cost no statement, but
 * the one for the company, if no cache has it.
 */
export async function refusalsOf(
  { structure, database, companyOf, now }: ReadCartDeps,
  actor: Actor,
  which: WhichCart,
  lines: readonly Divided[],
): Promise<(Failure | undefined)[]> {
  const { companyId } = actor
  const { pool } = database
  const today = dayIn((await companyOf(companyId)).timeZone, now())
  const addresses = await addressesOfLines(pool, actor, which, lines)
  const refusals = lines.map((line) => refusalOf(line, today, addresses))
  const booked = lines.map(({ allocations }) => trimEach({ allocations }))
  const codeRefusalOf = (some: typeof booked) =>
    structure.refusalOfCodes(pool, companyId, codesOfLines(some))
  // One look for all lines. Only if it finds an unknown code, each line is looked at.
  if (!(await codeRefusalOf(booked))) return refusals
  for (const [at, line] of booked.entries()) refusals[at] ??= await codeRefusalOf([line])
  return refusals
}

function refusalOf(line: Divided, today: string, addresses: LineAddresses): Failure | undefined {
  const { requestedDate = today, addressId } = line
  if (requestedDate < today) return fail('requested_date_past', { requestedDate, today })
  const problem = problemOfAllocations(line)
  if (problem) return fail('allocations_invalid', problem)
  if (addressId === undefined) return undefined
  const booked = addresses.get(addressId)
  if (!booked) return addressNotFound(addressId)
  return isPrintable(booked) ? undefined : addressNotPrintable(addressId)
}
