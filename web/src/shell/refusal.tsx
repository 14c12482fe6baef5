import { sentenceOf } from './sentence-of.ts'

/** What went wrong, read out as soon as it does. Nothing while there is no error. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!error) return null
  return (
    <p className="notice notice-bad" role="alert">
      {sentenceOf(error)}
    </p>
  )
}
