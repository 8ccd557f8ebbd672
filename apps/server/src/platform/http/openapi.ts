/** Generates OpenAPI 3.1 from the contract, the same definitions that the server binds. */
import { largeBodyLimit } from '@muster/contract/body-limits'
import type { Access, AnyEndpoint, Api } from '@muster/contract/endpoint'
import { type ErrorCode, errorCatalogue, problemSchema } from '@muster/contract/errors'
import { apiScopes, apiTokenPrefix } from '@muster/contract/integrations/api-scopes'
import { z } from 'zod'
import { tokenRequestsPerMinute } from './bearer.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  openapi: string
  info: Json
  servers: Json[]
  tags: Json[]
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; parameters: Json; securitySchemes: Json }
}

export function openApiOf(features: Record<string, Api>): OpenApi {
  const components = new Components()
  const paths: OpenApi['paths'] = {}
  // Response schemas come first, so that they get the names without a suffix.
  for (const endpoint of Object.values(features).flatMap((api) => Object.values(api))) {
    if (endpoint.response) components.schemaOf(endpoint.response, 'output')
  }
  components.schemaOf(problemSchema, 'output')
  for (const [feature, api] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(api)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation(feature, name, endpoint, components)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: '1',
      description:
        'Errors are `application/problem+json` with a `code`. Ids of another team answer 404. A write that carries ' +
        'the session cookie must come from the same origin. A request with an API token needs no cookie, and none counts.',
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(features).map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'muster_session',
          description: 'Set by `/auth/signIn`. Over https its name is `__Host-muster_session`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            `An API token, \`${apiTokenPrefix}…\`: its user in one team, within the token's scopes ` +
            `(${apiScopes.join(', ')}; \`write\` includes \`read\`). At most ${tokenRequestsPerMinute} requests a minute.`,
        },
      },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same request gives the first answer again and does nothing twice. It answers ' +
    '`already_done` if the request was carried out but its answer was lost in a crash.',
  schema: { type: 'string', maxLength: 200 },
}

/** Whether callers may send an idempotency key. */
function takesKey({ isRead, kind, access, idempotency }: AnyEndpoint): boolean {
  if (isRead || kind !== 'json' || idempotency === 'nobody') return false
  return access !== 'public' || idempotency === 'anyone'
}

function operation(feature: string, name: string, endpoint: AnyEndpoint, components: Components): Json {
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description: accessText(endpoint.access),
    ...(endpoint.body || endpoint.kind === 'hook' ? { 'x-body-limit': endpoint.bodyLimit } : {}),
    'x-access': endpoint.access,
    security:
      endpoint.access === 'public'
        ? []
        : [{ session: [] }, ...(endpoint.apiScope ? [{ token: [endpoint.apiScope] }] : [])],
    parameters: [
      ...components.parametersOf(endpoint.params, 'path'),
      ...components.parametersOf(endpoint.query, 'query'),
      ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBody(endpoint, components),
    responses: { ...success(endpoint, components), ...failures(endpoint) },
  }
}

function requestBody(endpoint: AnyEndpoint, components: Components): Json {
  if (endpoint.kind === 'upload' || endpoint.kind === 'hook') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content } }
  }
  if (!endpoint.body) return {}
  const schema = components.schemaOf(endpoint.body, 'input')
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function success(endpoint: AnyEndpoint, components: Components): Json {
  if (endpoint.kind === 'hook') {
    const { answers } = endpoint
    return {
      ...(answers
        ? { 200: { description: 'OK', content: { [answers]: { schema: { type: 'string' } } } } }
        : {}),
      204: { description: 'Done' },
    }
  }
  if (endpoint.kind === 'stream') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return { 200: { description: 'The file', content } }
  }
  if (endpoint.kind === 'events') {
    const content = { 'text/event-stream': { schema: { type: 'string' } } }
    return { 200: { description: 'Server-sent events', content } }
  }
  if (!endpoint.response) return { 204: { description: 'Done' } }
  const schema = components.schemaOf(endpoint.response, 'output')
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } }
}

function failures(endpoint: AnyEndpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(endpoint)) {
    const status = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content, 'x-codes': codes },
    ]),
  )
}

/** The codes that an endpoint declares and those implied by its definition. */
export function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors)
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation_failed')
  if (endpoint.access !== 'public') codes.add('not_signed_in')
  if (endpoint.apiScope)
    for (const code of ['token_invalid', 'token_not_allowed', 'rate_limited'] as const) codes.add(code)
  if (!['public', 'signedIn', 'teamUser'].includes(String(endpoint.access))) codes.add('access_denied')
  if (endpoint.path.includes(':')) codes.add('not_found')
  if (endpoint.rateLimit) codes.add('rate_limited')
  if (endpoint.body || endpoint.kind === 'hook') codes.add('payload_too_large')
  if (endpoint.bodyLimit > largeBodyLimit) codes.add('busy')
  if (takesKey(endpoint)) {
    for (const code of ['idempotency_key_reused', 'request_running', 'already_done'] as const) codes.add(code)
  }
  return [...codes].sort((a, b) => errorCatalogue[a] - errorCatalogue[b] || a.localeCompare(b))
}

export function accessText(access: Access): string {
  if (access === 'public') return 'Anyone.'
  if (access === 'signedIn') return 'Anyone who is signed in.'
  if (access === 'teamUser') return 'Active users of the team.'
  if (access === 'teamAdmin') return 'Team administrators.'
  if (access === 'sysAdmin') return 'System administrators.'
  return `Team administrators and holders of ${[access].flat().join(' or ')}.`
}

/** Converts zod schemas to JSON Schema; those with an id, and recursive ones, become components. */
class Components {
  readonly schemas: Record<string, Json> = {}
  /** The JSON text of the schemas as zod generated them, by component name. */
  private readonly generated = new Map<string, string>()

  /** `input`: the schema of requests (defaults may be left out); `output`: of responses. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const options = { io, target: 'draft-2020-12', unrepresentable: 'any' } as const
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, options)
    const definitions = Object.entries($defs as Record<string, Json>)
    const names = new Map(definitions.map(([name, json]) => [name, this.nameFor(name, json, io)]))
    for (const [name, definition] of definitions) {
      this.schemas[names.get(name)!] = renameRefs(definition, names) as Json
    }
    return renameRefs(json, names) as Json
  }

  parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
    if (!schema) return []
    const { properties = {}, required = [] } = this.schemaOf(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }))
  }

  /** The id, with the suffix `Input` where the schema of requests differs from that of responses. */
  private nameFor(id: string, definition: Json, io: 'input' | 'output'): string {
    const text = JSON.stringify(definition)
    const base = id.startsWith('__') ? 'Nested' : id
    const candidates = [base, ...(io === 'input' ? [`${base}Input`] : [])]
    for (let number = 2; ; number++) {
      for (const name of candidates.splice(0)) {
        const generated = this.generated.get(name)
        if (generated !== undefined && generated !== text) continue
        this.generated.set(name, text)
        return name
      }
      candidates.push(`${base}${number}`)
    }
  }
}

function renameRefs(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameRefs(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      // zod's ids are the names of the components; in JSON Schema `id` has another meaning.
      .filter(([key, item]) => key !== 'id' || typeof item !== 'string')
      .map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string' ? renameRef(item, names) : renameRefs(item, names),
      ]),
  )
}

function renameRef(ref: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(ref.replace('#/$defs/', ''))
  return name ? `#/components/schemas/${name}` : ref
}
