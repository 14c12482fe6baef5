import type { CodesAsked } from './structure-api.ts'

export const codeStates = ['ACTIVE', 'ENDED'] as const

/** What a person looks for among the codes. It stands in the address. */
export function readCodesSearch({ q, state }: Record<string, unknown>): CodesAsked {
  const known = codeStates.find((name) => name === state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && { state: known }),
  }
}
