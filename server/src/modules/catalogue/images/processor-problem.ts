/**
 * `refused`: the processor cannot read the picture, and never will. `busy`: too many wait. `source_unavailable`: it did not get the
 * picture from the API. `unavailable`: it did not answer in time, or not with a picture.
 */
export type ProcessorProblem = 'refused' | 'busy' | 'source_unavailable' | 'unavailable'
