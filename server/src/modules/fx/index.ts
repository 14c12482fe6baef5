export { createFx, type Fx, type Rate } from './service.ts'
export { fxSettings } from './settings.ts'
