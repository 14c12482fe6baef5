import { useWords } from '../language/use-words.ts'
import { sentenceOf } from './sentence-of.ts'

/** Shows an error, and screen readers announce it at once. Empty without an error. */
export function Refusal({ error }: { readonly error: unknown }) {
  const words = useWords()
  if (!error) return null
  return (
    <p className="notice notice-bad" role="alert">
      {sentenceOf(words, error)}
    </p>
  )
}
