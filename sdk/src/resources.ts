import type { paths } from './api.generated.ts'
import { resources as routes } from './resources.generated.ts'
import type {
  Answer,
  CallOptions,
  DataOf,
  EachOptions,
  ItemOf,
  MetaOf,
  Method,
  OperationAt,
  RequiredKeys,
} from './typing.ts'

/** The resources of the API, each with a method for each of its operations: `purveyor.orders.place(order)`. */
export type Resources = {
  readonly [Name in keyof Routes]: Actions<Routes[Name]> &
    (Routes[Name] extends { readonly list: infer Route } ? Pages<Route> : unknown)
}

type Routes = typeof routes

type Actions<Table> = { readonly [Name in keyof Table]: Action<Table[Name]> }

/** Takes the ids of the path, then the body or the query, then options. */
type Action<Route> = Route extends `${infer Name extends Method} ${infer Path extends keyof paths &
  string} ${infer Input}`
  ? (
      ...args: [
        ...ids: IdsOf<Path>,
        ...input: InputOf<Input, CallOptions<OperationAt<paths, Path, Name>>>,
        options?: ActionOptions<CallOptions<OperationAt<paths, Path, Name>>>,
      ]
    ) => Promise<
      Answer<DataOf<OperationAt<paths, Path, Name>>, MetaOf<OperationAt<paths, Path, Name>>>
    >
  : never

/** Every item of the list, page after page. */
type Pages<Route> = Route extends `get ${infer Path extends keyof paths & string} query`
  ? {
      readonly each: (
        ...args: [
          ...ids: IdsOf<Path>,
          ...input: InputOf<'query', CallOptions<OperationAt<paths, Path, 'get'>>>,
          options?: ActionOptions<EachOptions<OperationAt<paths, Path, 'get'>>>,
        ]
      ) => AsyncGenerator<ItemOf<OperationAt<paths, Path, 'get'>>, void, undefined>
    }
  : unknown

type IdsOf<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...IdsOf<Rest>]
  : []

type InputOf<Input, Options> = Input extends 'body'
  ? Options extends { body: infer Body }
    ? [body: Body]
    : Options extends { body?: infer Body }
      ? [body?: Body]
      : []
  : Input extends 'query'
    ? QueryOf<Options> extends infer Query
      ? RequiredKeys<Query> extends never
        ? [query?: Query]
        : [query: Query]
      : []
    : []

type QueryOf<Options> = Options extends { params: infer Params }
  ? InParams<Params>
  : Options extends { params?: infer Params }
    ? InParams<Params>
    : object

type InParams<Params> =
  NonNullable<Params> extends { query?: infer Query } ? NonNullable<Query> : object

/** `query` is for operations that take a body, too. */
type ActionOptions<Options> = Omit<Options, 'body' | 'params'> & {
  readonly query?: QueryOf<Options>
}

type LooseOptions = Record<string, unknown> & { readonly query?: unknown }

export type LooseCall = (method: Method, path: string, init: Record<string, unknown>) => unknown

/** `each` gets the items of a list; `call` sends one request. */
export function createResources(
  call: LooseCall,
  each: (path: string, init: Record<string, unknown>) => unknown,
): Resources {
  const resources = Object.entries(routes).map(([resource, actions]) => {
    const made = Object.entries(actions).map(([name, route]) => [name, actionOf(route, call)])
    if ('list' in actions) {
      made.push(['each', actionOf(actions.list, (_method, path, init) => each(path, init))])
    }
    return [resource, Object.fromEntries(made)]
  })
  return Object.fromEntries(resources) as Resources
}

function actionOf(route: string, call: LooseCall) {
  const [method = '', path = '', input] = route.split(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (...args: readonly unknown[]) => {
    const ids = Object.fromEntries(names.map((name, at) => [name, args[at]]))
    const [given, more] =
      input === 'none' ? [undefined, args[names.length]] : args.slice(names.length)
    const { query: alsoQuery, ...options } = (more ?? {}) as LooseOptions
    const query = input === 'query' ? given : alsoQuery
    const params = { path: ids, ...(query === undefined ? {} : { query }) }
    const body = input === 'body' && given !== undefined ? { body: given } : {}
    return call(method as Method, path, { ...options, ...body, params })
  }
}
