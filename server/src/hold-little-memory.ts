import { setFlagsFromString } from 'node:v8'

/** The memory that V8 may add to what is alive after a collection, before it collects again. V8 alone lets it grow fourfold. */
const growthPercent = 60

/**
 * What lives in this process is small and what passes through it is much, so it collects sooner than V8 would on a
 * machine with memory to spare: other processes want it, and a container's limit does. Half of it stands in `.npmrc`,
 * because the size of the young generation is fixed before any code runs.
 */
export function holdLittleMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
