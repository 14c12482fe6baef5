/** The colours of the pages that the server makes, light and dark. */
export const colours = `:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae0;
  --accent: #1f6f5c; --accent-text: #ffffff; --focus: #1f6f5c;
  --alert: #9f1c1c; --alert-page: #fdf0ef; --alert-line: #e5b4b0; --soft: #f3f8f6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1d2126; --text: #e8ebef; --quiet: #a5adb7; --line: #3a414a;
    --accent: #8bc0ae; --accent-text: #0d2b23; --focus: #b5d6cb;
    --alert: #ffb4ab; --alert-page: #3a1f1e; --alert-line: #6f3a36; --soft: #22302c;
  }
}
`

/** All styles: system type, one accent, targets large enough for a thumb, and both colour schemes. */
export const styles = `
${colours}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  display: flex; flex-direction: column; align-items: center; overflow-wrap: anywhere;
}
main {
  width: 100%; max-width: 27rem; margin: auto; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem;
}
.brand { margin: 0 0 1.5rem; color: var(--quiet); font-size: 0.875rem; font-weight: 600; letter-spacing: 0.02em; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.3; font-weight: 650; text-wrap: balance; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
.who {
  margin: 1.25rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
  display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between;
}
.who p { margin: 0; }
.who form { margin: 0; }
.alert {
  margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--alert-line); border-radius: 0.5rem;
  background: var(--alert-page); color: var(--alert);
}
.alert p { margin: 0; }
label.field { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input[type='email'], input[type='password'], input[type='text'] {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem;
}
input[aria-invalid='true'] { border-color: var(--alert); }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 0.5rem; font-weight: 600; }
.scopes { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 0.5rem; }
.scopes li + li { border-top: 1px solid var(--line); }
.scope { display: flex; gap: 0.75rem; padding: 0.75rem 1rem; align-items: flex-start; }
label.scope { cursor: pointer; }
label.scope:hover { background: var(--soft); }
.scope input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.scope b { display: block; font-weight: 600; }
.scope .small { display: block; }
.scope.unavailable { color: var(--quiet); }
.scope.unavailable b { font-weight: 400; }
p.beyond { margin: 1.25rem 0 0.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button {
  min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--quiet); border-radius: 0.5rem; background: transparent; color: var(--text);
}
.actions button { flex: 1 1 9rem; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-text); }
button.link {
  text-align: left;
  min-height: 2rem; padding: 0.25rem 0; border: 0; color: var(--accent); font-weight: 400;
  font-size: 0.875rem; text-decoration: underline; text-underline-offset: 0.15em;
}
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.end { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
.end p:last-child { margin: 0; }
.end .actions { margin-top: 0; }
a { color: var(--accent); font-size: 0.875rem; text-underline-offset: 0.15em; }
@media (max-width: 30rem) {
  body { padding: 0; background: var(--card); }
  main { margin: 0; padding: 1.25rem 1rem 2rem; border: 0; border-radius: 0; max-width: none; }
}
`
