import { countryForm } from '#kernel/code-forms'
import { codeOfCountryName } from '#kernel/country'
import { formOf } from './form-words.ts'
import type { Problem } from './problems.ts'

const field = /\.(?:country|countries\[\d+\])$/
const step = /\.([^.[\]]+)|\[(\d+)\]/g

/** Names the code in place of the form, if the client sent the name of a country. `value` is the part that the paths begin in. */
export function withCountryCode(problem: Problem, value: unknown): Problem {
  if (!field.test(problem.path)) return problem
  const sent = valueAt(value, problem.path)
  const code = typeof sent === 'string' ? codeOfCountryName(sent) : undefined
  if (code === undefined) {
    const isAboutLength = problem.message.startsWith('must have at')
    return isAboutLength ? { ...problem, message: formOf(countryForm) } : problem
  }
  return { ...problem, message: `must be the code of the country, here ${code}, and not its name` }
}

function valueAt(part: unknown, path: string): unknown {
  let found = part
  for (const [, name, index] of path.matchAll(step)) {
    if (typeof found !== 'object' || found === null) return undefined
    const key = name ?? Number(index)
    found = Object.hasOwn(found, key) ? (found as Record<string | number, unknown>)[key] : undefined
  }
  return found
}
