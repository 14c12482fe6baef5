import type { Actor } from '#kernel/actor'
import type { Conn, Tx } from '#platform/db'
import type { Attachment } from './attachments/attachment.ts'
import { listAttachments } from './attachments/attachment-store.ts'
import {
  type ChangeDeps,
  changeRequisition,
  createRequisition,
  draftRequisition,
  type RequisitionChange,
  type RequisitionInput,
  readRequisition,
  removeRequisition,
  type WishInput,
} from './change-requisitions.ts'
import { type ConvertDeps, type ConvertInput, convertRequisition } from './convert-requisition.ts'
import { listLines } from './line-store.ts'
import { refuseRequisition, submitRequisition, withdrawRequisition } from './move-requisitions.ts'
import {
  type HistoryEntry,
  productToOrder,
  type Requisition,
  type RequisitionLine,
} from './requisition.ts'
import { findRequisition, listHistory } from './requisition-store.ts'
import { type SourceDeps, type SourcingInput, sourceLine } from './source-line.ts'

/** A requisition with its lines, and the states that it has had, oldest first. */
export type FullRequisition = {
  readonly requisition: Requisition
  readonly lines: readonly RequisitionLine[]
  readonly history: readonly HistoryEntry[]
  /** By the id of their line. */
  readonly attachments: ReadonlyMap<string, readonly Attachment[]>
  /** By the id of the product, in the language of the reader. Those that are no longer for sale are missing. */
  readonly productNames: ReadonlyMap<string, string>
}

export type Requisitions = {
  /** Throws `requisitions.requisition_not_found`, as all others do. */
  read(actor: Actor, requisitionId: string): Promise<FullRequisition>
  create(actor: Actor, input: RequisitionInput): Promise<Requisition>
  exists(conn: Conn, companyId: string, requisitionId: string): Promise<boolean>
  /** Participant: a draft with lines in words. */
  draft(tx: Tx, actor: Actor, input: WishInput, now: Date): Promise<Requisition>
  change(actor: Actor, requisitionId: string, change: RequisitionChange): Promise<Requisition>
  remove(actor: Actor, requisitionId: string): Promise<void>
  submit(actor: Actor, requisitionId: string, comment: string | undefined): Promise<Requisition>
  withdraw(actor: Actor, requisitionId: string, comment: string | undefined): Promise<Requisition>
  /** For buyers, as all that follow. */
  refuse(
    actor: Actor,
    requisitionId: string,
    refusal: { readonly to: 'RETURNED' | 'REJECTED'; readonly comment: string },
  ): Promise<Requisition>
  source(
    actor: Actor,
    requisitionId: string,
    lineId: string,
    input: SourcingInput,
  ): Promise<Requisition>
  /** Orders each line once, however often it is called. */
  convert(actor: Actor, requisitionId: string, input: ConvertInput): Promise<Requisition>
}

export type RequisitionsDeps = ChangeDeps & SourceDeps & ConvertDeps

export function createRequisitions(deps: RequisitionsDeps): Requisitions {
  return {
    read: (actor, id) => readFull(deps, actor, id),
    create: (actor, input) => createRequisition(deps, actor, input),
    exists: async (conn, companyId, id) =>
      (await findRequisition(conn, companyId, id)) !== undefined,
    draft: draftRequisition,
    change: (actor, id, change) => changeRequisition(deps, actor, id, change),
    remove: (actor, id) => removeRequisition(deps, actor, id),
    submit: (actor, id, comment) => submitRequisition(deps, actor, id, comment),
    withdraw: (actor, id, comment) => withdrawRequisition(deps, actor, id, comment),
    refuse: (actor, id, refusal) => refuseRequisition(deps, actor, id, refusal),
    source: (actor, id, lineId, input) => sourceLine(deps, actor, id, lineId, input),
    convert: (actor, id, input) => convertRequisition(deps, actor, id, input),
  }
}

async function readFull(
  { database: { pool }, quoter }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
): Promise<FullRequisition> {
  const requisition = await readRequisition(pool, actor, requisitionId)
  const lines = await listLines(pool, requisition)
  const history = await listHistory(pool, requisition)
  const attachments = await listAttachments(pool, requisition)
  const items = lines.flatMap((line) => {
    const productId = productToOrder(line)
    return productId === undefined ? [] : [{ productId, quantity: line.quantity }]
  })
  const { language } = actor
  const quotes =
    items.length === 0 ? new Map() : await quoter.quote(pool, requisition, items, { language })
  const productNames = new Map([...quotes].map(([id, { product }]) => [id, product.name]))
  return { requisition, lines, history, attachments, productNames }
}
