import type { RouteEntry } from '../types.ts'

/** Returns the path of a route from which an address differs only by slashes or capital letters. Undefined if there is none. */
export type ExactPath = (url: string) => string | undefined

/** `/API/v1/orders/` is `/api/v1/orders`. All routes are registered before the first call. */
export function createExactPath(routes: readonly RouteEntry[]): ExactPath {
  let declared: readonly string[][] | undefined
  return (url) => {
    // `/orders/Export` is rather /orders/export than an order with this id.
    declared ??= routes
      .map((route) => stepsOf(route.url))
      .sort((one, other) => parametersIn(one) - parametersIn(other))
    const [given = ''] = url.split('?')
    const steps = stepsOf(given)
    const found = declared.find((one) => isSame(one, steps))
    if (!found) return undefined
    const exact = `/${found.map((step, at) => (isParameter(step) ? steps[at] : step)).join('/')}`
    return exact === given ? undefined : exact
  }
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
