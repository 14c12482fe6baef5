/** The last part of a path, without control characters and without marks that turn the direction of a text. */
export function fileNameFrom(given = ''): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .slice(-200)
    .toWellFormed()
  return name === undefined || /^\.*$/.test(name) ? 'attachment' : name
}
