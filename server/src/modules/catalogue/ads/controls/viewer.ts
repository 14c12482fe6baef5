import { type Actor, ownerIdOf } from '#kernel/actor'

/** Who looks at the places. The controls of a viewer belong to the company and this id. */
export type Viewer = {
  readonly companyId: string
  readonly id: string
  /** False: an integration asks and does not say for whom. Then many people share the id, and caps would mix them. */
  readonly isOnePerson: boolean
}

/** A person is always the viewer. An integration names the person in its own words. */
export function viewerOf(actor: Actor, viewerId: string | undefined): Viewer {
  const { companyId, kind } = actor
  if (kind !== 'api_key') return { companyId, id: ownerIdOf(actor), isOnePerson: true }
  if (viewerId === undefined) return { companyId, id: ownerIdOf(actor), isOnePerson: false }
  return { companyId, id: `v:${viewerId}`, isOnePerson: true }
}

export const keyOfViewer = ({ companyId, id }: Viewer) => `${companyId}/${id}`
