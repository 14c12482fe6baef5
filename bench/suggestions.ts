import { measureByTurns, type TurnReadings } from './lib/measuring/by-turns.ts'
import { withSides } from './lib/stages/turns-stage.ts'
import { typedBeginnings } from './lib/typed-beginnings.ts'

export type SuggestionReadings = {
  readonly texts: number
  readonly suggestions: readonly TurnReadings[]
}

/** What suggestions for a fixed list of typed texts cost. With other commits by turns, if `bases` names some. */
export async function suggestions(seconds: number, bases: string): Promise<SuggestionReadings> {
  const paths = typedBeginnings.map(
    (typed) => `/api/v1/products/suggest?q=${encodeURIComponent(typed)}`,
  )
  return withSides(bases, async (sides) => ({
    texts: paths.length,
    suggestions: await measureByTurns(sides, paths, seconds),
  }))
}
