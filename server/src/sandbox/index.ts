export { sign as signPaymentEvent } from './payments/event-sender.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'
export { supplierPath } from './supplier/supplier-site.ts'
