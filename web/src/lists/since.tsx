import { durationOf } from '../operations/words.ts'

/** How long ago, with the exact time for whoever asks. */
export function Since({ at, now }: { readonly at: string; readonly now: number }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {durationOf((now - Date.parse(at)) / 1_000)}
    </time>
  )
}
