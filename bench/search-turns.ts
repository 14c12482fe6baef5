import { measureByTurns, type TurnReadings } from './lib/measuring/by-turns.ts'
import { mixedQueries } from './lib/search-queries.ts'
import { withSides } from './lib/stages/turns-stage.ts'

export type SearchTurns = { readonly queries: number; readonly searches: readonly TurnReadings[] }

/** The mixed queries of the bench for search, never cached, with other commits by turns, if `bases` names some. */
export async function searchTurns(seconds: number, bases: string): Promise<SearchTurns> {
  const paths = (await mixedQueries()).map(({ path }) => path)
  return withSides(bases, async (sides) => {
    const anew = sides.map((side) => ({
      ...side,
      ask: async (path: string) => {
        bounds += 1
        return side.ask(
          path.includes('maxPrice')
            ? path.replace('maxPrice=200', `maxPrice=200.0000${bounds}`)
            : `${path}&maxPrice=99999.${bounds}`,
        )
      },
    }))
    return { queries: paths.length, searches: await measureByTurns(anew, paths, seconds) }
  })
}

/** An unused price bound makes a query new, without a change of its answer. */
let bounds = 0
