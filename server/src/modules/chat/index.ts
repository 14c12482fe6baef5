export { chatModule } from './chat-module.ts'
