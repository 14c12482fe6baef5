import type { Metrics } from '#platform/telemetry'
import type { ImportState } from './import.ts'
import type { Progress } from './import-store.ts'

export type ImportMetrics = {
  /** Counts the records of a batch. */
  records(after: Progress, before: Progress): void
  running(by: 1 | -1): void
  ended(state: ImportState): void
  received(bytes: number): void
  uploading(by: 1 | -1): void
  /** Counts a refused upload by its failure code. */
  refused(code: string): void
}

const outcomes = ['created', 'updated', 'unchanged', 'failed', 'discontinued'] as const

export function createImportMetrics(metrics: Metrics): ImportMetrics {
  const records = metrics.counter(
    'catalog_import_records_total',
    'Records of catalogue files, by what became of them.',
    ['outcome'],
  )
  const running = metrics.gauge('catalog_imports_running', 'Imports that this process works on.')
  const ended = metrics.counter('catalog_imports_total', 'Imports that have ended.', ['state'])
  const received = metrics.counter(
    'catalog_import_received_bytes_total',
    'Bytes of catalogue files that were uploaded.',
  )
  const uploading = metrics.gauge(
    'catalog_import_uploads_open',
    'Catalogue files that this process is taking in.',
  )
  const refused = metrics.counter(
    'catalog_import_uploads_refused_total',
    'Catalogue files that were not taken, by failure code.',
    ['code'],
  )
  return {
    records: (after, before) => {
      for (const outcome of outcomes) {
        const count = after[outcome] - before[outcome]
        if (count > 0) records.add({ outcome }, count)
      }
    },
    running: (by) => running.add({}, by),
    ended: (state) => ended.add({ state }),
    received: (bytes) => received.add({}, bytes),
    uploading: (by) => uploading.add({}, by),
    refused: (code) => refused.add({ code }),
  }
}
