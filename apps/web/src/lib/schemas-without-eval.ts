/**
 * The page's content security policy forbids making functions from text. Zod tries with its first schema whether it may,
 * and a browser spends tens of milliseconds on the report of what it refuses. Imported before any schema; a call of
 * `z.config` would bring the library with it, which the first pages do without.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
