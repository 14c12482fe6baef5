export { listeningPort } from './listening-port.ts'
export { platformSettings } from './platform-settings.ts'
export { publicUrlOf } from './public-url.ts'
