import { styles } from '../authorize/styles.ts'

/** The styles of the sign-in pages, and what records need in addition. */
export const accountStyles = `${styles}
[hidden] { display: none !important; }
main.wide { max-width: 60rem; margin: 1rem auto; }
.top { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; justify-content: space-between; margin-bottom: 1.5rem; }
.top .brand { margin: 0; }
.top .brand a { color: inherit; text-decoration: none; }
.places { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; flex: 1; }
.places a { color: var(--quiet); text-decoration: none; min-height: 1.5rem; }
.places a:hover { text-decoration: underline; }
.top form { display: inline; }
.top p { margin: 0; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; line-height: 1.3; font-weight: 650; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; font-weight: 600; }
.note { margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--soft); }
.note p { margin: 0; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.25rem 1.5rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; white-space: pre-line; }
table { width: 100%; border-collapse: collapse; }
th { color: var(--quiet); font-weight: 400; font-size: 0.875rem; text-align: left; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot tr:last-child > * { font-weight: 650; color: inherit; border-bottom: 0; }
tfoot th { text-align: right; }
td .small { display: block; }
.narrow { display: none !important; }
.plain { margin: 0.5rem 0; padding: 0; list-style: none; }
.plain li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.plain li:last-child { border-bottom: 0; }
a.big, .plain a { font-size: 1rem; display: inline-block; min-height: 1.5rem; }
.ways { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; font-size: 0.875rem; }
.message { margin: 0 0 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.message .text { margin: 0.25rem 0 0; white-space: pre-wrap; }
.decision { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.decision form { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.25rem 1rem 1rem; }
textarea, select, input[type='number'], input[type='date'] {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem;
}
textarea { min-height: 6rem; resize: vertical; }
meter { display: block; width: 100%; max-width: 20rem; }
.hint { margin: 0.25rem 0 0; }
@media (max-width: 40rem) {
  .wide-only { display: none; }
  .narrow { display: block !important; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
`
