export {
  type OutputFormat,
  outputFormatNames,
  outputFormats,
  type Preset,
  presetNames,
  presets,
} from './presets.ts'
export { processorKeysFrom, processorKeysProblem } from './processor-keys.ts'
export {
  type PathReading,
  type ProcessorKey,
  type ProcessorKeys,
  processorPath,
  readProcessorPath,
  signPath,
  type Transform,
} from './processor-path.ts'
export { type SourceType, sniffedBytes, sourceTypeOf, sourceTypes } from './source-type.ts'
