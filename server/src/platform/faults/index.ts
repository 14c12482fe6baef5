export { armCrashPoint, type CrashPoint, crashPoint } from './crash-point.ts'
export { crashPointNames } from './names.ts'
