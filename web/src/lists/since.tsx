import { durationOf } from '../operations/words.ts'

/** The age, with the exact time as a tooltip. */
export function Since({ at, now }: { readonly at: string; readonly now: number }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {durationOf((now - Date.parse(at)) / 1_000)}
    </time>
  )
}
