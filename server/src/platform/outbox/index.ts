export { causedBy, presentCause } from './cause.ts'
export { type CompanyEvents, listCompanyEvents, type Side } from './company-events-store.ts'
export { createDispatcher, type Dispatcher } from './dispatcher.ts'
export type { DispatcherOptions } from './dispatcher-options.ts'
export type { Emission } from './emission.ts'
export { emit, emitAll } from './emit.ts'
export type { Cause, LoggedEvent } from './event.ts'
export { eventLogProbe } from './event-log-probe.ts'
export { type FoundAbout, findEventsAbout } from './find-about.ts'
export { type DataOf, defineEvent, type EventDefinition, type EventKind } from './kind.ts'
export type { Lag } from './lag.ts'
export { MoneyData, moneyData } from './money-data.ts'
export { eventPartitions } from './partitions.ts'
export { subscriptionQueue } from './place.ts'
export { type Backlog, unnumberedBacklog } from './sequencer.ts'
export type { SetAsideEvent } from './set-aside/set-aside-event.ts'
export { createSetAsideEvents, type SetAsideEvents } from './set-aside/set-aside-events.ts'
export type { ListedSetAside, SetAsideReading } from './set-aside/set-aside-store.ts'
export type { SetAsideWatch } from './set-aside/watch.ts'
export {
  type CompanyPage,
  findEvents,
  readCompanyEvents,
  readEvents,
  readLatestCompanyEvents,
} from './store.ts'
export { on, onPublic, type Subscription } from './subscription.ts'
