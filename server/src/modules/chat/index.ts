export { chatModule, chatSettings } from './chat-module.ts'
