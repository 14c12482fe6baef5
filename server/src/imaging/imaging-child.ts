import { runAsChild } from '#platform/processes'
import { type ChildOptions, keysOfText } from './child-options.ts'
import { startImaging } from './start-imaging.ts'

/** The program of the child process. */
runAsChild<ChildOptions>(({ keys, ...options }) =>
  startImaging({ ...options, keys: keysOfText(keys), onStuck: () => process.exit(3) }),
)
