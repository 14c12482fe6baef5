import card from '../components/card.module.css'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'

/** Why a page or a crawl ended so: a sentence where there is one, and the code that the API and the log have. */
export function Reason({ code }: { readonly code: string }) {
  const { find } = useWords()
  const sentence = find(`crawl.reason.${code}`)
  return (
    <>
      {sentence !== undefined && <span className={card.error}>{sentence}</span>}
      <span className={lists.id}>{code}</span>
    </>
  )
}
