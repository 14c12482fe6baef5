import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mayCall, needOf } from '../journeys/access-policy.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const runbooks = join(root, 'docs/operations')
const documented = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')).paths as Record<
  string,
  Record<string, unknown>
>
const names = (await readdir(runbooks)).filter((name) => name.endsWith('.md'))

/** These show and change what belongs to the caller's own company. An operator's company has none of it. */
const ofOwnCompany =
  /^\/api\/v1\/(?:addresses|approvals|automations|budgets|cart|checkout|company|members|searches|webhooks)(?:\/|$)/
/** Whoever acts in the place of the operator. */
const somebodyElse = /\b(?:companies|company|administrators?|suppliers?|buyers?|they|it)\b/i
/** It does not tell anybody to do something: it says which requests are affected. */
const affects = /^(?:## )?(?:Problem|Impact)\n/

type Named = {
  readonly where: string
  readonly method: string
  readonly path: string
  readonly item: string
  readonly section: string
}

const named: Named[] = (
  await Promise.all(
    names.map(async (name) => {
      const sections = (await readFile(join(runbooks, name), 'utf8')).split(/^(?=## )/m)
      return sections
        .filter((section) => !affects.test(section))
        .flatMap((section) => {
          const heading = /^## (.*)/.exec(section)?.[1] ?? ''
          const items = section.split(/\n(?=\d+\. |- |\|)|\n\n/)
          return items.flatMap((item) =>
            routesIn(name, item).map((one) => ({ ...one, section: heading })),
          )
        })
    }),
  )
).flat()

it('each route that a runbook names exists', () => {
  expect(named.length).toBeGreaterThan(40)
  const routes = new Set(
    Object.entries(documented).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    ),
  )
  const unknown = named.filter(({ method, path }) => !routes.has(`${method} ${shapeOf(path)}`))
  expect(unknown.map(({ where, method, path }) => `${where}: ${method} ${path}`)).toEqual([])
})

it('no runbook sends an operator to a route that an operator may not call, or that shows an operator nothing', () => {
  const wrong = named.filter(({ method, path, item }) => {
    const operator = { kind: 'person', role: 'operator' } as const
    const own = ofOwnCompany.test(path)
    const allowed = mayCall(operator, needOf(method, routeOf(path)))
    return (own || !allowed) && !somebodyElse.test(item)
  })
  expect(wrong.map(({ where, method, path }) => `${where}: ${method} ${path}`)).toEqual([])
})

it('a fix is a click: no runbook makes an operator call a route that changes something', () => {
  const typed = named.filter(
    ({ method, path, section }) =>
      section === 'Fix' && method !== 'GET' && /^\/(?:admin|notifications)\//.test(path),
  )
  expect(typed.map(({ where, method, path }) => `${where}: ${method} ${path}`)).toEqual([])
})

function routesIn(where: string, item: string): Omit<Named, 'section'>[] {
  const found = item.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`,;)]*)/g)
  return [...found].map(([, method = '', address = '']) => {
    return { where, method, path: address.replace(/\?.*$|[.]$/, ''), item }
  })
}

/** The name of a parameter is a matter of taste: `{id}` and `{orderId}` are the same place. */
function shapeOf(path: string): string {
  return path.replace(/\{\w+\}|(?<=\/)[A-Z]{3}(?=\/|$)/g, '{}')
}

/** The route as the server registers it. */
function routeOf(path: string): string {
  const shape = shapeOf(path)
  const known = Object.keys(documented).find((other) => shapeOf(other) === shape)
  return (known ?? path).replace(/\{(\w+)\}/g, ':$1')
}
