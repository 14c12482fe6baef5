export { chatModule } from './chat-module.ts'
export { chatSettings, gatewayUrlOf } from './settings.ts'
