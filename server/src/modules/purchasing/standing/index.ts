export { standingModule } from './standing-module.ts'
