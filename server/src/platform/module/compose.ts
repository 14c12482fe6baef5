import assert from 'node:assert/strict'
import type { Module, ModuleFacts, ModuleParts } from './module.ts'

/** The services of all modules. If no earlier module provides what a module needs, the type is a `Lacking` that names it. */
export type ServicesOf<Modules extends readonly unknown[], Given> = Modules extends readonly [
  infer First,
  ...infer Rest,
]
  ? First extends Module<infer Needs, infer Services>
    ? Given extends Needs
      ? ServicesOf<Rest, Given & Services>
      : Lacking<
          {
            [Name in keyof Needs]: Name extends keyof Given
              ? Given[Name] extends Needs[Name]
                ? never
                : Name
              : Name
          }[keyof Needs]
        >
    : never
  : Given

export type Lacking<Name> = { readonly noModuleBeforeGives: Name }

export type MadeModule = ModuleFacts & ModuleParts

/**
 * Makes every module from what the process provides and from the services of earlier modules. The compiler refuses a list with a
 * module before one that it needs.
 */
export function composeModules<const Modules extends readonly unknown[], Given extends object>(
  modules: ServicesOf<Modules, Given> extends Lacking<infer Name> ? Lacking<Name> : Modules,
  given: Given,
): {
  readonly services: Omit<ServicesOf<Modules, Given>, keyof Given>
  readonly made: readonly MadeModule[]
} {
  const services: Record<string, unknown> = {}
  const made = (modules as readonly Module[]).map((module) => {
    const { services: own, ...parts } = module.make({ ...given, ...services } as never)
    for (const [name, service] of Object.entries(own)) {
      assert(!(name in services || name in given), `two modules have a service ${name}`)
      services[name] = service
    }
    return { ...module, ...parts }
  })
  return { services: services as ServicesOf<Modules, Given>, made }
}
