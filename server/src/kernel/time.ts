/** The current time, as an argument: tests pass their own clock. */
export type Clock = () => Date

export const secondsMs = (count: number): number => count * 1_000
export const minutesMs = (count: number): number => count * 60_000
export const hoursMs = (count: number): number => count * 3_600_000
export const daysMs = (count: number): number => count * 86_400_000

export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

/** The day of an instant in UTC, `2026-01-31`. Such days sort as text. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The instant of a text in the form of RFC 3339, which the schema of a request has checked. */
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
