/** `1 run is`, `2 runs are`: as a sentence of a health surface counts. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
