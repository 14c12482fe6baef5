// Written by `npm run sdk` from openapi.json. Do not edit: change the routes, then run `npm run openapi`.
/* biome-ignore-all lint: generated */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
