import { html } from './html.ts'
import { layout } from './layout.ts'

export type MessagePage = {
  readonly title: string
  readonly text: string
  /** What the person can do now. */
  readonly advice: string
  /** For support, and for the developers of the app. */
  readonly code?: string | undefined
}

export function messagePage({ title, text, advice, code }: MessagePage): string {
  return layout(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
<p>${advice}</p>
${code !== undefined && html`<p class="end small quiet">For the people who run the app: <code>${code}</code></p>`}`,
  )
}
