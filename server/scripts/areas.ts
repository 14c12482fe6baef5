import { areas } from '../../architecture/modules.mjs'
import { areaEdges } from './architecture/module-map.ts'

/** `npm run areas`: each edge between two areas, with the edges between modules that need it. */
for (const [edge, needed] of areaEdges(areas)) console.log(`${edge}: ${needed.join(', ')}`)
