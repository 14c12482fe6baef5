import { html } from './html.ts'
import { layout } from './layout.ts'
import type { AuthorizeWords } from './words.ts'

export type MessagePage = {
  readonly text: string
  /** For support, and for the developers of the app. */
  readonly code?: string | undefined
}

export function messagePage(words: AuthorizeWords, { text, code }: MessagePage): string {
  const { t } = words
  const title = t('message.title')
  return layout(
    words,
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
<p>${t('message.advice')}</p>
${code !== undefined && html`<p class="end small quiet">${t('message.forDevelopers')} <code>${code}</code></p>`}`,
  )
}
