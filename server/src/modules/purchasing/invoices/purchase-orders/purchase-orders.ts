import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import type { Locale } from '#kernel/locale'
import type { Clock } from '#kernel/time'
import type { Company } from '#modules/identity'
import type { RevisedPart } from '#modules/orders'
import type { Conn, Database } from '#platform/db'
import type { Metrics } from '#platform/telemetry'
import { findDetails } from '../company-details/details-store.ts'
import { fail } from '../failures.ts'
import type { RenderOnce } from '../pdfs/render-once.ts'
import { renderInThread } from '../pdfs/render-pdf.ts'
import { type FailingMetrics, measureRenderings } from '../pdfs/rendering-store.ts'
import { composePurchaseOrder, type Named } from './compose-purchase-order.ts'
import {
  type FailingPurchaseOrder,
  findPurchaseOrder,
  findPurchaseOrderPdf,
  insertPurchaseOrder,
  listFailingPurchaseOrders,
  purchaseOrderQueue,
  purchaseOrderRendering,
  type StoredPurchaseOrder,
} from './purchase-order-store.ts'
import { writePurchaseOrderUbl } from './purchase-order-ubl.ts'

/** Names a document by its order, the supplier whose part it is, and the revision. Default: the newest one. */
export type WantedPart = {
  readonly orderId: string
  readonly supplierId: string
  readonly revision?: number | undefined
}

export type PurchaseOrderPdf = {
  readonly number: string
  readonly language: Locale
  readonly sha256: string
  /** Undefined if the reader has these bytes already. */
  readonly content: Buffer | undefined
}

export type PurchaseOrders = {
  /**
   * The document of a supplier's part as UBL. Throws `orders.order_not_found` for a part that the actor may not read, and
   * `invoices.order_not_placed` before the order is approved.
   */
  getUbl(
    actor: Actor,
    wanted: WantedPart,
  ): Promise<{ readonly number: string; readonly ubl: string }>
  /** Throws as `getUbl` does, and `invoices.purchase_order_pdf_failed` or `invoices.purchase_order_pdf_not_ready`. */
  getPdf(
    actor: Actor,
    wanted: WantedPart,
    isKnown: (sha256: string) => boolean,
  ): Promise<PurchaseOrderPdf>
  /** For operators: of all companies. */
  listFailing(
    page: Omit<Parameters<typeof listFailingPurchaseOrders>[1], 'dueAt'>,
  ): Promise<FailingPurchaseOrder[]>
  /** Renders failed PDFs again when they are due. Returns how many were rendered. */
  retryPdfs(signal?: AbortSignal): Promise<number>
  metrics(): Promise<FailingMetrics>
}

export type PurchaseOrderDeps = {
  readonly database: Database
  readonly now: Clock
  readonly metrics?: Metrics | undefined
  readonly renderOnce: RenderOnce
  /** What a supplier sees of an order. Throws `orders.order_not_found` for a part that the actor may not read. */
  readonly getPart: (
    actor: Actor,
    orderId: string,
    supplierId: string,
    revision?: number,
  ) => Promise<RevisedPart>
  readonly companyOf: (conn: Conn, companyId: string) => Promise<Company>
  /** How a PDF is rendered. Default: in a thread. */
  readonly render?: ((stored: StoredPurchaseOrder) => Promise<Buffer>) | undefined
}

/** The job waits for each at most 20 seconds, so all of them end within its lease. */
const batchMax = 20

export function createPurchaseOrders(deps: PurchaseOrderDeps): PurchaseOrders {
  const { database, metrics, renderOnce, render = inThread } = deps
  const { pool } = database
  const count = countRenderings(metrics)
  const renderStored = (stored: StoredPurchaseOrder) => {
    const { orderId, supplierId } = stored.key
    return renderOnce({
      name: `${orderId}/${supplierId}/${stored.key.revision}`,
      queue: purchaseOrderQueue,
      store: purchaseOrderRendering(pool, stored.key),
      render: () => render(stored),
      failed: (retryAt) =>
        fail('purchase_order_pdf_failed', { orderId, supplierId, retryAt: retryAt.toISOString() }),
      notReady: () => fail('purchase_order_pdf_not_ready', { orderId, supplierId }),
      count,
    })
  }
  return {
    getUbl: async (actor, wanted) => {
      const { order, ubl } = await documentOf(deps, actor, wanted)
      return { number: order.number, ubl }
    },
    getPdf: async (actor, wanted, isKnown) => {
      const stored = await documentOf(deps, actor, wanted)
      const found = await findPurchaseOrderPdf(pool, stored.key, isKnown)
      const { number, language } = stored.order
      return { number, language, ...(found ?? (await renderStored(stored))) }
    },
    listFailing: (page) => listFailingPurchaseOrders(pool, page),
    retryPdfs: async (signal) => {
      let rendered = 0
      for (const key of await listFailingPurchaseOrders(pool, {
        limit: batchMax,
        dueAt: deps.now(),
      })) {
        if (signal?.aborted) break
        const stored = await findPurchaseOrder(pool, key)
        if (!stored) continue
        try {
          await renderStored(stored)
          rendered += 1
        } catch (error) {
          // It failed again, which its row says.
          if (!(error instanceof Failure)) throw error
        }
      }
      return rendered
    },
    metrics: () => measureRenderings(pool, purchaseOrderQueue.table),
  }
}

/** The stored document of a revision. Its first reader writes it. */
async function documentOf(
  deps: PurchaseOrderDeps,
  actor: Actor,
  { orderId, supplierId, revision: wanted }: WantedPart,
): Promise<StoredPurchaseOrder> {
  const { pool } = deps.database
  const { part, revision } = await deps.getPart(actor, orderId, supplierId, wanted)
  const { companyId, state } = part.order
  if (state === 'PENDING_APPROVAL' || state === 'REJECTED')
    throw fail('order_not_placed', { orderId, state })
  if (part.lines.length === 0) throw fail('purchase_order_empty', { orderId, supplierId, revision })
  const key = { companyId, orderId: part.order.id, supplierId, revision }
  const found = await findPurchaseOrder(pool, key)
  if (found) return found
  const [buyer, seller] = await Promise.all([
    readParty(deps, companyId),
    readParty(deps, supplierId),
  ])
  const order = composePurchaseOrder(part, { buyer, seller }, revision)
  await insertPurchaseOrder(pool, { key, order, ubl: writePurchaseOrderUbl(order) }, deps.now())
  const stored = await findPurchaseOrder(pool, key)
  if (!stored) throw new Error(`purchase order ${order.number} of ${orderId} is not stored`)
  return stored
}

async function readParty(
  { database, companyOf }: PurchaseOrderDeps,
  companyId: string,
): Promise<Named> {
  const { pool } = database
  return {
    company: await companyOf(pool, companyId),
    details: await findDetails(pool, companyId),
  }
}

function inThread({ order, ubl }: StoredPurchaseOrder): Promise<Buffer> {
  return renderInThread(new URL('./purchase-order-thread.ts', import.meta.url), { order, ubl })
}

function countRenderings(metrics: Metrics | undefined) {
  const total = metrics?.counter(
    'purchase_order_pdf_renderings_total',
    'Renderings of purchase orders as PDF.',
    ['outcome'],
  )
  return (outcome: 'rendered' | 'failed') => total?.add({ outcome })
}
