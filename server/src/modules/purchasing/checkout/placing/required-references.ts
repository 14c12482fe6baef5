import { type Party, type RequirableField, requirableFields } from '#modules/identity'
import { codesOfLines, type RequestedReferences } from '#modules/orders/line-references'
import { fail } from '../failures.ts'
import type { OrderedTerms } from './order-terms.ts'

type ReferenceSettings = Partial<Pick<Party, `${RequirableField}Required`>>

/** Refuses absent references that the settings of the company require. */
export function assertNoneRequired(
  absentFields: readonly RequirableField[],
  company: ReferenceSettings | undefined,
): void {
  const missing = absentFields.filter((field) => company?.[`${field}Required`])
  if (missing.length === 0) return
  const only = missing.length === 1 ? missing[0] : undefined
  if (only === 'poNumber') throw fail('po_number_required')
  if (only === 'costCenter') throw fail('cost_center_required')
  throw fail('references_required', { missing })
}

/** The references that neither the order nor each of its lines or deliveries has. */
export function absentReferencesOf(terms: OrderedTerms): RequirableField[] {
  return requirableFields.filter((field) => isAbsent(terms, field))
}

/** Neither the order has it, nor each of its lines or deliveries. */
function isAbsent(terms: OrderedTerms, field: RequirableField): boolean {
  if (terms[field] !== undefined) return false
  const { deliveries = [], lines = [] } = terms
  const delivered = deliveries.flatMap(({ costCenter, requestedDate, lines: deliveredLines }) => {
    // These apply to the lines of the delivery.
    const shared: Partial<Record<RequirableField, string | undefined>> = {
      costCenter,
      requestedDate,
    }
    return deliveredLines.flatMap((line) =>
      valuesOf(line, field).map((value) => value ?? shared[field]),
    )
  })
  const named = [...delivered, ...lines.flatMap((line) => valuesOf(line, field))]
  return named.length === 0 || named.includes(undefined)
}

/** The value of the line, or that of each of its allocations. */
function valuesOf(line: RequestedReferences, field: RequirableField): (string | undefined)[] {
  const { allocations } = line
  if (!allocations || field === 'poNumber' || field === 'requestedDate') return [line[field]]
  return allocations.map((one) => one[field])
}

/** Every code that the order, its deliveries and its lines name. */
export function codesOf(terms: OrderedTerms) {
  const { costCenter, glAccount, project, deliveries = [], lines = [] } = terms
  const ofLines = codesOfLines([...deliveries.flatMap((delivery) => delivery.lines), ...lines])
  const ofDeliveries = deliveries.map((delivery) => delivery.costCenter)
  return {
    COST_CENTER: [costCenter, ...ofDeliveries, ...ofLines.COST_CENTER],
    GL_ACCOUNT: [glAccount, ...ofLines.GL_ACCOUNT],
    PROJECT: [project, ...ofLines.PROJECT],
  }
}
