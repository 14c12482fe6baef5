import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { toSuppliers } from '../supplier/to-suppliers.ts'
import type { Proposal } from './proposal.ts'
import { linesData } from './proposal-events.ts'

/** The event about some lines of a proposal for the supplier that proposed it. */
export function proposalToSupplier<Facts extends object>(
  order: Order,
  lines: readonly LineProgress[],
  { proposal, numbers }: { readonly proposal: Proposal; readonly numbers: readonly number[] },
  now: Date,
  facts: Facts,
) {
  const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
  return toSuppliers(order, linesData(lines, proposal, numbers), now, {
    supplierOf: () => proposal.supplierCompanyId,
    poNumberIn: ({ lineNumber }) => byNumber.get(lineNumber)?.poNumber,
    dataOf: (proposed) => ({ proposalId: proposal.id, lines: [...proposed], ...facts }),
  })
}
