export { llmModule } from './llm-module.ts'
