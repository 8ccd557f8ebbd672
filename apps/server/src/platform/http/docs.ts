/** API documentation from the contract: `/api/openapi.json` for programs, `/api/docs` for people. */
import type { AnyEndpoint, Api } from '@muster/contract/endpoint'
import { errorCatalogue } from '@muster/contract/errors'
import { apiScopes, apiTokenPrefix } from '@muster/contract/integrations/api-scopes'
import type { FastifyInstance } from 'fastify'
import { tokenRequestsPerMinute } from './bearer.ts'
import { type Html, html, page } from './html.ts'
import { accessText, errorsOf, openApiOf } from './openapi.ts'

/** Both are generated on first use, so that they do not delay the start. */
export function installDocs(app: FastifyInstance, features: Record<string, Api>): void {
  const openApi = once(() => JSON.stringify(openApiOf(features)))
  const docs = once(() => docsPage(features))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(openApi()),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(docs()),
  )
}

function once<Value>(create: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: create() }
    return cached.value
  }
}

function docsPage(features: Record<string, Api>): string {
  const { components, paths } = openApiOf(features)
  const operationOf = (endpoint: AnyEndpoint) =>
    paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()] as unknown as Operation
  return page(
    'Muster API',
    html`<h1>Muster API</h1>
<p>All addresses are below <code>/api</code>. The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<p>Sign in with <code>POST /auth/signIn</code>; the session is a cookie. A write that carries it must come from the same
origin. Errors are <code>application/problem+json</code> with a <code>code</code> of the list at the end; what belongs to
another team answers 404. An <code>Idempotency-Key</code> header makes a write safe to repeat; <code>x-request-id</code>
goes in and comes out.</p>
<p>Programs send an API token instead: <code>Authorization: Bearer ${apiTokenPrefix}…</code>. It acts as the user who
created it, in one team and within its scopes (${apiScopes.join(', ')}; <code>write</code> includes <code>read</code>), for
at most ${tokenRequestsPerMinute} requests a minute. Holders of <code>integrations_zapier</code> create tokens in the team's
administration.</p>
<nav>${Object.keys(features).map((name) => html`<a href="#${name}">${name}</a> `)}<a href="#shapes">shapes</a> <a href="#errors">errors</a></nav>
${Object.entries(features).map(
  ([name, api]) => html`<h2 id="${name}">${name}</h2>
${Object.values(api).map((endpoint) => endpointPart(endpoint, operationOf(endpoint)))}`,
)}
<h2 id="shapes">Shapes</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<details id="shape-${name}"><summary><code>${name}</code></summary><div>${shape(schema)}</div></details>`,
)}
<h2 id="errors">Errors</h2>
<table>${Object.entries(errorCatalogue).map(
      ([code, status]) => html`<tr><td>${status}</td><td><code>${code}</code></td></tr>`,
    )}</table>`,
  )
}

interface Operation {
  parameters: { name?: string; in?: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

function endpointPart(endpoint: AnyEndpoint, operation: Operation): Html {
  const parameters = operation.parameters.filter(({ name }) => name)
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const response = Object.entries(operation.responses['200']?.content ?? {})[0]
  return html`<details>
<summary><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code> <span class="muted">${endpoint.summary}</span></summary>
<div>
<p>${accessText(endpoint.access)}${endpoint.apiScope && ` API tokens with the scope ${endpoint.apiScope}.`}${endpoint.rateLimit ? ` At most ${endpoint.rateLimit} times a minute from one address.` : ''}</p>
${
  parameters.length > 0 &&
  html`<h3>Parameters</h3><table>${parameters.map(
    (parameter) =>
      html`<tr><td><code>${parameter.name}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td>${shape(parameter.schema)}</td></tr>`,
  )}</table>`
}
${body && html`<h3>Body</h3>${shape(body.schema)}`}
<h3>Answer</h3>${response ? html`<p class="muted">${response[0]}</p>${shape(response[1].schema)}` : html`<p>204, empty</p>`}
<h3>Errors</h3><p>${errorsOf(endpoint).map((code) => html`<code>${errorCatalogue[code]} ${code}</code> `)}</p>
</div>
</details>`
}

/** A JSON Schema in the syntax of TypeScript types. */
function shape(schema: unknown): Html {
  return html`<pre>${typeText(schema as Schema, '')}</pre>`
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  format?: string
  description?: string
}

function typeText(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeText(choice, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent)).join(' & ')
  if (schema.items) return `${parenthesised(typeText(schema.items, indent))}[]`
  if (schema.properties) return objectText(schema, indent)
  if (typeof schema.additionalProperties === 'object') {
    return `{ [key]: ${typeText(schema.additionalProperties, indent)} }`
  }
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(property, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function parenthesised(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type
}
