import { type DataOf, PurveyorError, type paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'

const url = '/api/v1/company/minimum-order'

export type MinimumOrder = DataOf<paths[typeof url]['get']>

/** Null: the company has none. */
export async function readMinimumOrder(signal: AbortSignal): Promise<MinimumOrder | null> {
  try {
    return (await api.get(url, { signal })).data
  } catch (error) {
    const isMissing =
      error instanceof PurveyorError && error.code === 'shipping.minimum_order_not_found'
    if (isMissing) return null
    throw error
  }
}

export async function setMinimumOrder(body: MinimumOrder): Promise<void> {
  await api.put(url, { body })
}

export async function removeMinimumOrder(): Promise<void> {
  await api.delete(url, emptyBody)
}
