import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Quantity } from '#kernel/quantity'
import {
  codesOfLines,
  distinctionOf,
  type LineDistinction,
  problemOfAllocations,
  trimEach,
} from '#modules/orders/line-references'
import { dayIn } from '#platform/working-time'
import { fail } from '../failures.ts'
import type { ReadCartDeps } from '../read-cart.ts'

type Divided = LineDistinction & { readonly quantity: Quantity }

/** The allocations and the requested date as the cart keeps them. Throws if no order could have them. */
export async function readDistinction(
  deps: ReadCartDeps,
  actor: Actor,
  line: Divided,
): Promise<LineDistinction> {
  const [refusal] = await refusalsOf(deps, actor, [line])
  if (refusal) throw refusal
  return trimEach(distinctionOf(line))
}

/** Why no order could have the lines, in their order. Undefined: it could. Lines without allocations cost no statement, but the one for the company, if no cache has it. */
export async function refusalsOf(
  { structure, database, companyOf, now }: ReadCartDeps,
  { companyId }: Actor,
  lines: readonly Divided[],
): Promise<(Failure | undefined)[]> {
  const today = dayIn((await companyOf(companyId)).timeZone, now())
  const refusals = lines.map((line) => refusalOf(line, today))
  const booked = lines.map(({ allocations }) => trimEach({ allocations }))
  const codeRefusalOf = (some: typeof booked) =>
    structure.refusalOfCodes(database.pool, companyId, codesOfLines(some))
  // One look for all lines. Only if it finds an unknown code, each line is looked at.
  if (!(await codeRefusalOf(booked))) return refusals
  for (const [at, line] of booked.entries()) refusals[at] ??= await codeRefusalOf([line])
  return refusals
}

function refusalOf(line: Divided, today: string): Failure | undefined {
  const { requestedDate = today } = line
  if (requestedDate < today) return fail('requested_date_past', { requestedDate, today })
  const problem = problemOfAllocations(line)
  return problem && fail('allocations_invalid', problem)
}
