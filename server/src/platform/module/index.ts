export { composeModules, type MadeModule } from './compose.ts'
export { defineModule, type Module, type ModuleFacts, type ModuleParts } from './module.ts'
export type { Runtime } from './runtime.ts'
