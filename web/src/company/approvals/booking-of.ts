import type { Words } from '../../language/words.ts'
import type { OrderLine } from '../orders/order-api.ts'

type Line = Pick<OrderLine, 'allocations' | 'costCenter' | 'glAccount' | 'project'>
type Allocation = NonNullable<OrderLine['allocations']>[number]

/** What the accounting of the buyer books a line on: a text for each part of it. */
export function bookingOf({ money }: Words, line: Line): readonly string[] {
  const { allocations = [] } = line
  if (allocations.length === 0) {
    const codes = codesOf(line)
    return codes === '' ? [] : [codes]
  }
  return allocations.map((part) => `${codesOf(part)}: ${money(part.amount)}`)
}

function codesOf({ costCenter, glAccount, project }: Line | Allocation): string {
  return [costCenter, glAccount, project].filter((code) => code !== undefined).join(' · ')
}
