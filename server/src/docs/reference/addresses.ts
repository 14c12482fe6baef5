/** Where the pages of the reference are. Anchors are names of the contract, so links to them stay right. */
export const referenceRoot = '/docs/api'

export const stylesheetAddress = `${referenceRoot}/reference.css`
export const filterAddress = `${referenceRoot}/filter.js`
export const eventsAddress = `${referenceRoot}/events`
export const failuresAddress = `${referenceRoot}/failures`

/** `Credit accounts` is at /docs/api/operations/credit-accounts. */
export const tagAddress = (tag: string): string =>
  `${referenceRoot}/operations/${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

export const operationAddress = (tag: string, operationId: string): string =>
  `${tagAddress(tag)}#${operationId}`

export const recordAddress = (name: string): string => `${referenceRoot}/records/${name}`

export const eventAddress = (kind: string): string => `${eventsAddress}#${kind}`

export const failureAddress = (code: string): string => `${failuresAddress}#${code}`
