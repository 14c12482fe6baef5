/** The text that is stored about a failure, in the row of what failed. */
export function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
