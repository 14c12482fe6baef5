import type { RouteEntry } from './types.ts'

/**
 * The path of a route from which this one differs only by slashes or capital letters: `/API/v1/orders/` is `/api/v1/orders`.
 * Undefined if there is none.
 */
export function exactPath(routes: readonly RouteEntry[], url: string): string | undefined {
  const [given = ''] = url.split('?')
  const steps = stepsOf(given)
  const found = routes
    .map((route) => stepsOf(route.url))
    .filter((declared) => isSame(declared, steps))
    // `/orders/Export` is rather /orders/export than an order with this id.
    .sort((one, other) => parametersIn(one) - parametersIn(other))[0]
  if (!found) return undefined
  const exact = `/${found.map((step, at) => (isParameter(step) ? steps[at] : step)).join('/')}`
  return exact === given ? undefined : exact
}

const stepsOf = (path: string) => path.split('/').filter((step) => step !== '')

const isParameter = (step: string) => step.startsWith(':')

const parametersIn = (steps: readonly string[]) => steps.filter(isParameter).length

function isSame(declared: readonly string[], steps: readonly string[]): boolean {
  if (declared.length !== steps.length) return false
  return declared.every(
    (step, at) => isParameter(step) || step.toLowerCase() === steps[at]?.toLowerCase(),
  )
}
