export { sign as signPaymentEvent } from './payments/event-sender.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'
export { articles } from './supplier/articles.ts'
