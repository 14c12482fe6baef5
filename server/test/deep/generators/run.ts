import { execFile } from 'node:child_process'

/** Runs a program to its end and returns its output. The error of a failed program has its last lines. */
export function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}`.trim()
      if (!error) return resolve(output)
      const lines = output.split('\n').slice(-12).join('\n')
      reject(new Error(`${command} ${args.join(' ')}: ${lines || error.message}`))
    })
  })
}
