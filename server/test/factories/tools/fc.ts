import fc from 'fast-check'

/**
 * Properties draw the same each time: what fails has failed because of what was changed, and fails again for whoever looks.
 * `PROPERTY_SEED=7` draws others, to look further.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export { fc }
