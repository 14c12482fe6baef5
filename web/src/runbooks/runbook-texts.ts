const files: Readonly<Record<string, string>> = import.meta.glob('../../../docs/operations/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Every runbook, by its name. They are one file of their own, which a browser loads with the first runbook. */
export const runbookTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.md'.length),
    text,
  ]),
)
