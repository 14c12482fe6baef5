import type { components, DataOf, ItemOf, paths } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'
import type { RequisitionsSearch } from './requisitions-address.ts'

export type RequisitionSummary = ItemOf<paths['/api/v1/requisitions']['get']>
export type Requisition = DataOf<paths['/api/v1/requisitions/{requisitionId}']['get']>
export type RequisitionLine = Requisition['lines'][number]
type Schemas = components['schemas']
export type NewLine = Schemas['NewRequisitionLine']
export type Conversion = Schemas['ConvertRequisition']
export type Sourcing = Schemas['SourceRequisitionLine']

const path = '/api/v1/requisitions/{requisitionId}'
const paramsOf = (requisitionId: string) => ({ path: { requisitionId } })

export function requisitionsQueryOf({ mine, ...asked }: RequisitionsSearch, me: string) {
  return { ...asked, ...(mine && { requesterId: me }) }
}

export async function listRequisitions(
  asked: RequisitionsSearch,
  me: string,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...requisitionsQueryOf(asked, me), ...page }
  return api.get('/api/v1/requisitions', { params: { query }, signal })
}

export async function getRequisition(id: string, signal: AbortSignal): Promise<Requisition> {
  return (await api.get(path, { params: paramsOf(id), signal })).data
}

export async function createRequisition(title: string): Promise<Requisition> {
  return (await api.post('/api/v1/requisitions', { body: { title, lines: [] } })).data
}

/** A requisition and the version of it that the person has seen. */
export type SeenRequisition = Pick<Requisition, 'id' | 'version'>

export async function changeRequisition(
  { id, version }: SeenRequisition,
  change: Omit<Schemas['ChangeRequisition'], 'expectedVersion'>,
): Promise<Requisition> {
  const body = { ...change, expectedVersion: version }
  return (await api.patch(path, { params: paramsOf(id), body })).data
}

export async function deleteDraft(id: string): Promise<void> {
  await api.delete(path, { params: paramsOf(id) })
}

export async function submit(id: string): Promise<Requisition> {
  return (await api.post(`${path}/submit`, { params: paramsOf(id), body: {} })).data
}

export async function withdraw(id: string): Promise<Requisition> {
  return (await api.post(`${path}/withdraw`, { params: paramsOf(id), body: {} })).data
}

/** A buyer does not order it: the requester changes it, or it ends. */
export async function refuse(
  step: 'return' | 'reject',
  id: string,
  comment: string,
): Promise<Requisition> {
  const options = { params: paramsOf(id), body: { comment } }
  if (step === 'return') return (await api.post(`${path}/return`, options)).data
  return (await api.post(`${path}/reject`, options)).data
}

export async function sourceLine(
  id: string,
  lineId: string,
  sourcing: Sourcing,
): Promise<Requisition> {
  const params = { path: { requisitionId: id, lineId } }
  return (await api.put(`${path}/lines/{lineId}/sourcing`, { params, body: sourcing })).data
}

export async function convert(id: string, conversion: Conversion): Promise<Requisition> {
  return (await api.post(`${path}/convert`, { params: paramsOf(id), body: conversion })).data
}

/** What a line is made of, when the lines of a draft are written again. */
export function inputOf(line: RequisitionLine): NewLine {
  const { id: _id, position: _place, state: _state, orderId: _order, ...said } = line
  const { orderNumber: _number, productName: _name, sourcing: _sourcing, ...input } = said
  const { attachments, links, ...rest } = input
  return {
    ...rest,
    ...(links.length > 0 && { links }),
    ...(attachments.length > 0 && { attachmentIds: attachments.map(({ id }) => id) }),
  }
}

export const keyOf = (requisitionId: string) => ['requisition', requisitionId]

/** A change answers the whole requisition. After a refusal it is read again: somebody else may have changed it. */
export function useChange<Input = void>(
  requisitionId: string,
  change: (input: Input) => Promise<Requisition>,
  onDone?: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      queries.setQueryData(keyOf(requisitionId), changed)
      onDone?.()
    },
    onError: () => queries.invalidateQueries({ queryKey: keyOf(requisitionId) }),
  })
}
