import { colours } from '#pages/plain-page'

/** The styles of the reference: one column on a phone, and the list of the areas beside it on a wide screen. */
export const referenceStyles = `${colours}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--card); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
main:focus-visible { outline: none; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); }
.skip:focus { top: 0.5rem; }
header {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; justify-content: space-between;
  padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--page);
}
header a { display: inline-block; padding: 0.25rem 0; }
header nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.brand { color: var(--text); font-weight: 650; text-decoration: none; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 76rem; margin: 0 auto; }
main { padding: 1.5rem 1.25rem 4rem; min-width: 0; }
.areas { padding: 1rem 1.25rem 3rem; border-top: 1px solid var(--line); }
.areas h2 { margin: 0 0 0.5rem; font-size: 0.875rem; color: var(--quiet); font-weight: 600; }
.areas a { display: block; padding: 0.25rem 0.5rem; border-radius: 0.25rem; text-decoration: none; color: var(--text); }
.areas a:hover, .areas a[aria-current] { background: var(--soft); color: var(--accent); }
.areas a[aria-current] { font-weight: 650; }
ul { margin: 0; padding: 0; list-style: none; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.25; font-weight: 700; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; line-height: 1.3; font-weight: 650; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem; font-weight: 650; }
p { margin: 0 0 0.75rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: 0.875em; }
p code, .fields code, .entries code { background: var(--page); border-radius: 0.25rem; padding: 0.1em 0.3em; }
pre {
  margin: 0 0 0.75rem; padding: 0.75rem 1rem; background: var(--page); border: 1px solid var(--line); border-radius: 0.5rem;
  white-space: pre-wrap;
}
.quiet, .type, .limits { color: var(--quiet); }
.limits, .type, .small { font-size: 0.875rem; }
.filter { margin: 1.25rem 0; max-width: 32rem; }
.filter label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.filter input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem;
}
.filter p { margin: 0.25rem 0 0; min-height: 1.5em; color: var(--quiet); font-size: 0.875rem; }
.entries li { padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
.entries li:last-child { border-bottom: 0; }
.entries a { display: inline-block; padding: 0.125rem 0; }
.entries .at { display: block; color: var(--quiet); font-size: 0.875rem; }
.names { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.names a { display: inline-block; padding: 0.125rem 0; }
.method { font-weight: 700; text-transform: uppercase; color: var(--accent); }
.operation { border-top: 1px solid var(--line); margin-top: 2.5rem; }
.operation h2 { margin-top: 1.5rem; }
.operation h2 a, .event h2 a { color: inherit; text-decoration: none; }
.operation h2 a:hover, .event h2 a:hover { text-decoration: underline; }
.address { margin-bottom: 1rem; }
p, .fields > li > div { max-width: 46rem; }
.fields > li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.fields > li:last-child { border-bottom: 0; }
.fields .fields { margin: 0.25rem 0 0 0.25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.required { color: var(--alert); font-size: 0.875rem; }
dl { display: grid; grid-template-columns: minmax(10rem, 18rem) minmax(0, 1fr); gap: 0.25rem 1.25rem; margin: 0 0 0.75rem; }
dt, dd { margin: 0; }
@media (max-width: 40rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media (min-width: 62rem) {
  .columns { grid-template-columns: 14rem minmax(0, 1fr); }
  .areas {
    grid-column: 1; grid-row: 1; align-self: start; position: sticky; top: 0; max-height: 100vh; overflow-y: auto;
    border-top: 0;
  }
  main { grid-column: 2; grid-row: 1; padding: 1.5rem 2rem 4rem; border-left: 1px solid var(--line); min-height: 100vh; }
  .entries li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; align-items: baseline; }
  .entries a { justify-self: start; }
}
@media print { .areas, .filter, header nav { display: none !important; } }
`
