import { useWords } from '../language/use-words.ts'

/** The age, with the exact time as a tooltip. */
export function Since({ at, now }: { readonly at: string; readonly now: number }) {
  const { duration, instant } = useWords()
  return (
    <time dateTime={at} title={instant(at)}>
      {duration((now - Date.parse(at)) / 1_000)}
    </time>
  )
}
