import { areas, mayUse } from '../../../architecture/modules.mjs'
import { foldersOf } from './module-map.ts'

const modules = 'server/src/modules'
const folders = foldersOf(areas)

const betweenModules = Object.entries(mayUse).map(([module, allowed]) => ({
  name: `${module}-uses-only-what-it-may`,
  comment: `${module} may use: ${allowed.join(', ') || 'no module'} (architecture/modules.mjs).`,
  severity: 'error',
  from: { path: `^${folders.get(module)}/` },
  to: {
    path: `^${modules}/`,
    pathNot: [module, ...allowed].map((other) => `^${folders.get(other)}/`),
  },
}))

const sources = '^server/src/'
const notTests = '[.]test[.]ts$'

/** Rules for dependency-cruiser, made from the table of allowed dependencies. */
export const boundaryRules = {
  forbidden: [
    ...betweenModules,
    {
      name: 'no-cycles',
      comment:
        'Two files that import each other, if only a type, belong together, or one of them has to be divided.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'modules-are-entered-by-their-index',
      comment: 'Import #modules/<name>. Everything else in a module is private.',
      severity: 'error',
      from: { path: `^${modules}/([^/]+/[^/]+)/`, pathNot: '[.](test|fixture)[.]ts$' },
      to: {
        path: `^${modules}/`,
        pathNot: [`^${modules}/$1/`, '/index[.]ts$'],
      },
    },
    {
      name: 'app-enters-modules-by-their-index',
      comment: 'The composition root also imports modules by their index.',
      severity: 'error',
      from: {
        path: '^server/(src/(app|start|admin|account)/|src/[^/]+[.]ts$|scripts/|test/architecture/wrong-on-purpose/)',
      },
      to: { path: `^${modules}/`, pathNot: '/index[.]ts$' },
    },
    {
      name: 'rows-stay-in-their-module',
      comment: 'A module exports domain types. Only its stores use its row types.',
      severity: 'error',
      from: { path: `^${modules}/[^/]+/[^/]+/index[.]ts$` },
      to: { path: '(tables|rows[.]generated)[.]ts$' },
    },
    {
      name: 'kernel-knows-nobody',
      comment: 'Values and rules only: kernel does no I/O and imports nothing of ours.',
      severity: 'error',
      from: { path: '^server/src/kernel/', pathNot: notTests },
      to: { path: sources, pathNot: '^server/src/kernel/' },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'The platform serves every module and imports none: modules pass what it needs.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: notTests },
      to: { path: '^server/src/(modules|pages|admin|account|start|app)/' },
    },
    {
      name: 'pages-know-no-module',
      comment: 'A page is a function from values to HTML: who shows it passes what it needs.',
      severity: 'error',
      from: { path: '^server/src/pages/', pathNot: notTests },
      to: { path: sources, pathNot: '^server/src/(pages|platform|kernel)/' },
    },
    {
      name: 'outbound-only-through-net',
      comment:
        'Every outbound call goes through #platform/net, where its limits and its guard are.',
      severity: 'error',
      from: {
        path: sources,
        pathNot: ['^server/src/platform/net/', notTests],
      },
      to: { path: '(node_modules/undici/|^undici$)' },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'SQL lives in store files; a use case calls them.',
      severity: 'error',
      from: {
        path: `^${modules}/`,
        pathNot: [
          'store[.]ts$',
          'tables[.]ts$',
          'rows[.]generated[.]ts$',
          'lifecycle[.]ts$',
          'sql[.]ts$',
          notTests,
        ],
      },
      to: { path: 'node_modules/kysely/' },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that resolves to nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'server/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
