/** All styles of the page. Their digest is in the page's policy, so the browser accepts no other style. */
export const styles = `
:root { color-scheme: light dark; --line: #d8dde3; --soft: #f5f7f9; --text: #1b232c; --dim: #57646f; --link: #0a58ca;
  --get: #0b6e4f; --post: #0a58ca; --put: #8a5a00; --patch: #8a5a00; --delete: #b02a37 }
@media (prefers-color-scheme: dark) { :root { --line: #333d47; --soft: #1b2229; --text: #e6ebf0; --dim: #9fb0be;
  --link: #7ab3ff; --get: #5fd0a5; --post: #7ab3ff; --put: #f0c36b; --patch: #f0c36b; --delete: #ff8f98 } }
* { box-sizing: border-box }
body { margin: 0; color: var(--text); background: Canvas; font: 16px/1.55 system-ui, sans-serif }
a { color: var(--link) }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -999px } .skip:focus { left: 8px; top: 8px }
.page { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; border-right: 1px solid var(--line); font-size: .875rem }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 } nav li { padding: .1rem 0 }
nav h2 { margin: .75rem 0 .25rem; font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--dim) }
main { padding: 1.5rem 2.5rem 4rem; max-width: 62rem }
h1 { margin: 0 0 .5rem } h2 { margin: 2.5rem 0 .5rem } main h2::first-letter { text-transform: uppercase }
article { border-top: 1px solid var(--line); padding: 1.5rem 0 }
article h3 { margin: 0 0 .25rem } h4 { margin: 1.25rem 0 .25rem }
.address { margin: .25rem 0 .75rem; font-size: .95rem; overflow-wrap: anywhere }
.method { font-weight: 700; margin-right: .5rem }
.get { color: var(--get) } .post { color: var(--post) } .put { color: var(--put) } .patch { color: var(--patch) } .delete { color: var(--delete) }
code, pre { font: .875em/1.5 ui-monospace, monospace }
p code, td code, li code { background: var(--soft); padding: .1em .3em; border-radius: 3px }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; margin: .5rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--dim); font-weight: 600 } .must { color: var(--delete); font-size: .8em }
.d1 { padding-left: 1.25rem } .d2 { padding-left: 2.5rem } .d3 { padding-left: 3.75rem } .d4, .d5, .d6 { padding-left: 5rem }
summary { cursor: pointer; padding: .25rem 0 }
@media (max-width: 60rem) { .page { display: block } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) } main { padding: 1.25rem } }
`
