import { parentPort, workerData } from 'node:worker_threads'
import type { PurchaseOrder } from './purchase-order.ts'
import { writePurchaseOrderPdf } from './purchase-order-pdf.ts'

/** Runs in the thread that `renderInThread` starts. */
const { order, ubl } = workerData as { readonly order: PurchaseOrder; readonly ubl: string }
parentPort?.postMessage(await writePurchaseOrderPdf(order, ubl))
