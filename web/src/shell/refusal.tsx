import { sentenceOf } from './sentence-of.ts'

/** Shows an error, and screen readers announce it at once. Empty without an error. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!error) return null
  return (
    <p className="notice notice-bad" role="alert">
      {sentenceOf(error)}
    </p>
  )
}
