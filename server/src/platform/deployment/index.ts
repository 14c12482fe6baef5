export { listeningPort, publicUrlOf } from './addresses.ts'
export { platformSettings } from './platform-settings.ts'
