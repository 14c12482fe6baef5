import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels<Names extends string> = Readonly<Record<Names, string>>

export type Reading<Names extends string> = {
  readonly labels: Labels<Names>
  readonly value: number
}

export type Metrics = {
  counter<Names extends string = never>(
    name: string,
    help: string,
    labels?: readonly Names[],
  ): { add(labels: Labels<Names>, count?: number): void }
  histogram<Names extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly Names[],
  ): { observe(labels: Labels<Names>, value: number): void }
  gauge<Names extends string = never>(
    name: string,
    help: string,
    labels?: readonly Names[],
  ): {
    set(labels: Labels<Names>, value: number): void
    add(labels: Labels<Names>, by: number): void
  }
  /** A gauge that is read at each scrape. Undefined means that there is no value at the moment. */
  observed(name: string, help: string, read: () => number | undefined): void
  /**
   * A gauge with several label values that is read at each scrape. A value that cannot be read is left out, and the others are
   * still reported.
   */
  scraped<Names extends string>(
    name: string,
    help: string,
    labels: readonly Names[],
    read: () => Promise<readonly Reading<Names>[]>,
  ): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

export type MetricsOptions = {
  /** Metrics of the process itself: memory, event loop lag, garbage collection. */
  readonly processMetrics?: boolean
}

/** Requests for the same name get the same instrument, so two parts may count into one. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const known = <Found>(name: string) => registry.getSingleMetric(name) as Found | undefined

  return {
    counter: (name, help, labels = []) => {
      const counter =
        known<Counter>(name) ?? new Counter({ name, help, labelNames: [...labels], registers })
      return { add: (values, count = 1) => counter.inc(values, count) }
    },
    histogram: (name, help, buckets, labels = []) => {
      const histogram =
        known<Histogram>(name) ??
        new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers })
      return { observe: (values, value) => histogram.observe(values, value) }
    },
    gauge: (name, help, labels = []) => {
      const gauge =
        known<Gauge>(name) ?? new Gauge({ name, help, labelNames: [...labels], registers })
      return {
        set: (values, value) => gauge.set(values, value),
        add: (values, by) => gauge.inc(values, by),
      }
    },
    observed: (name, help, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: () => {
          const value = read()
          if (value === undefined) gauge.reset()
          else gauge.set(value)
        },
      })
    },
    scraped: (name, help, labels, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect: async () => {
          const readings = await read().catch(() => [])
          gauge.reset()
          for (const { labels: values, value } of readings) gauge.set(values, value)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
