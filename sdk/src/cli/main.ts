#!/usr/bin/env node
import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

/** The command line of operators and integrators: `purveyor help` lists its commands. */
const terminal = openTerminal()
process.exitCode = await runCommand(process.argv.slice(2), { env: process.env, terminal })
terminal.close()
