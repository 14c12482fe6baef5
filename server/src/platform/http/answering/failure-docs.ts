/** The address of a deployment, for examples. */
export const exampleAddress = 'https://api.purveyor.example'

/** Makes the addresses at which the documentation explains the failure codes. Without a public address they are paths. */
export function failureDocsAt(publicUrl: string | undefined): (code: string) => string {
  const base = (publicUrl ?? '').replace(/\/+$/, '')
  return (code) => base + failureDocsPath(code)
}

export const exampleFailureDocs = failureDocsAt(exampleAddress)

/** The heading of a code has the anchor that GitHub makes of it, so that links work in the repository, too. */
export function failureDocsPath(code: string): string {
  return `/docs/failure-codes#${code.replaceAll('.', '')}`
}
