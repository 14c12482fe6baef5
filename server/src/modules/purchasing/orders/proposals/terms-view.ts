import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Terms } from './proposal.ts'

/** In answers and in events. */
export const TermsView = record(
  'ProposedTerms',
  'What a supplier delivers of a line, and when.',
  {
    quantity: Type.Integer({ description: 'In all, without cancelled pieces.' }),
    promisedDate: Type.Optional(Type.String({ format: 'date' })),
  },
  { examples: [{ quantity: 4, promisedDate: '2026-02-06' }] },
)

export function viewTerms({ quantity, promisedDate }: Terms): Static<typeof TermsView> {
  return { quantity, ...(promisedDate !== undefined && { promisedDate }) }
}
