import type { Problem } from './section.ts'

/** The problem where there is one: to be spread into a list of problems. */
export function problemIf(isSo: boolean, problem: Problem): Problem[] {
  return isSo ? [problem] : []
}
