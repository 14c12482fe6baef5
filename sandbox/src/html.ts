import { createHash } from 'node:crypto'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #566074; --paper: #fff; --back: #f3f5f8; --line: #d5dae3; --deed: #0b5c4a; --deed-ink: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --soft: #aab3c5; --paper: #1c222d; --back: #12161d; --line: #3a4353; --deed: #6fd6bb; --deed-ink: #08251e } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 28rem; margin: 0 auto; padding: clamp(1rem, 6vh, 4rem) 1rem }
main.wide { max-width: 64rem }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; margin-bottom: 1rem }
h1 { font-size: 1.25rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
p { margin: 0 0 .75rem }
.amount { font-size: 2rem; font-variant-numeric: tabular-nums; margin: 0 0 .25rem }
.soft, dt { color: var(--soft) }
label { display: block; font-weight: 600; margin-bottom: .25rem }
input { width: 100%; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .5rem; padding: .625rem .75rem; min-height: 2.75rem }
.hint { font-size: .875rem; color: var(--soft); margin: .25rem 0 1.25rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem }
button, .button { flex: 1 1 8rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; min-height: 2.75rem; padding: .625rem 1rem; border-radius: .5rem; border: 1px solid var(--soft); background: transparent; color: inherit; cursor: pointer }
.main { background: var(--deed); border-color: var(--deed); color: var(--deed-ink) }
:focus-visible { outline: 3px solid var(--deed); outline-offset: 2px }
summary { cursor: pointer; padding: .75rem 0 0; font-weight: 600 }
iframe { width: 100%; height: 32rem; margin: .75rem 0 0; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; font-size: .875rem }
dd { margin: 0; overflow-wrap: anywhere }
pre { margin: .75rem 0 0; padding: .75rem; background: var(--back); border-radius: .5rem; overflow: auto; max-height: 20rem; font-size: .8125rem; white-space: pre-wrap; overflow-wrap: anywhere }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** A whole page. `body` is HTML: the caller escapes every value from outside. */
export function page(title: string, body: string, wide = false): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main${wide ? ' class="wide"' : ''}>
${body}
</main>
</body>
</html>
`
}

/**
 * Allows no script and nothing from other hosts. `formAction` lists where a form may lead. Browsers apply the rule to the redirect
 * after the form too, so the address of the merchant has to be in it.
 */
export function pageHeaders(
  formAction: readonly string[] = [],
  { frames = "'none'" } = {},
): Record<string, string> {
  const form = formAction.length === 0 ? "'none'" : formAction.join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src ${frames}; form-action ${form}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}
