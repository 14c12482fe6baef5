export { defaultImagingLimits, type ImagingLimits } from './imaging-limits.ts'
export { type ImagingChild, keepImagingChild } from './keep-imaging-child.ts'
