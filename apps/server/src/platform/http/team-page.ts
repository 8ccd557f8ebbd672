/**
 * The page of a team comes with what its scripts will ask for: the session, the person, the team, and what the route shows.
 * So none of it is waited for after the scripts, and a browser, which has six connections to a server, keeps them for
 * the rest.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '@muster/contract/auth/auth.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Endpoint } from '@muster/contract/endpoint'
import { positionHeader } from '@muster/contract/events/position'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scaledTimeout } from '../scaled-timeout.ts'
import type { Authenticator } from './context.ts'
import { answer, type SentAnswer, script, sentAnswer, style } from './page-links.ts'

/** In Vite's manifest, by the source file. */
interface BuiltFile {
  file: string
  imports?: string[]
  css?: string[]
}

const shell = 'src/app/shell/Shell.tsx'

/** Pages of every day: what follows the team in their addresses, their source, and what they show first. */
const routes: { address: RegExp; source: string; asks(teamId: string, id: string): string[] }[] = [
  { address: /^\/dashboard$/, source: 'src/features/teams/screens/TeamDashboard.tsx', asks: () => [] },
  {
    address: /^\/data-collections\/(\d+)\/records$/,
    source: 'src/features/records/screens/CollectionRecords.tsx',
    asks: (teamId, dataCollectionId) => [
      addressOf(viewsApi.list, { teamId }, { dataCollectionId }),
      addressOf(teamsApi.getSetting, { teamId, key: `views.${dataCollectionId}` }),
      addressOf(teamsApi.getSetting, { teamId, key: `grid.${dataCollectionId}` }),
    ],
  },
  {
    address: /^\/data-records\/(\d+)$/,
    source: 'src/features/records/screens/RecordPage.tsx',
    asks: () => [],
  },
]

/** HTML in two parts, so that a browser loads scripts while the answers are made. */
export interface TeamPage {
  start: string
  rest: Promise<string>
}

/** An answer that takes longer is left to the scripts, with a link that asks for it at once. */
const mostWaitMs = 150

/**
 * @param app answers what the page carries
 * @param folder Vite's output
 * @returns the page for a request of a user of the team, null for others; null if the build has no routes
 */
export function teamPage(
  app: FastifyInstance,
  folder: string,
  authenticator: Authenticator,
): ((request: FastifyRequest) => Promise<TeamPage | null>) | null {
  const html = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const text = fs.readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, BuiltFile>
  if (!manifest[shell]) return null
  const entry = filesOf(manifest, ['index.html'])
  const linksOf = (sources: readonly string[]): string => {
    const { scripts, styles } = filesOf(manifest, sources)
    return [
      ...[...styles].filter((one) => !entry.styles.has(one)).map(style),
      ...[...scripts].filter((one) => !entry.scripts.has(one)).map(script),
    ].join('')
  }
  const files = new Map(routes.map((route) => [route, linksOf([shell, route.source])]))
  const isOfTeam = async (request: FastifyRequest, teamId: string): Promise<boolean> => {
    const user = await authenticator.user(request)
    return user !== null && (await authenticator.teamUser(user.userId, Number(teamId))) !== null
  }
  return async (request) => {
    const { pathname } = new URL(request.url, 'http://host')
    const [, teamId, rest] = /^\/team-([1-9]\d{0,8})(\/.*)$/.exec(pathname) ?? []
    if (teamId === undefined || rest === undefined) return null
    for (const route of routes) {
      const found = route.address.exec(rest)
      if (!found) continue
      // For others, the early requests would only be refused.
      if (!(await isOfTeam(request, teamId))) return null
      const addresses = [...ofTeam(teamId), ...route.asks(teamId, found[1] ?? '')]
      const page = html.replace('</head>', () => `${files.get(route)}</head>`)
      const end = page.lastIndexOf('</body>')
      const answers = answersTo(app, request, addresses).then((sent) => sent + page.slice(end))
      return { start: page.slice(0, end), rest: answers }
    }
    return null
  }
}

/** What says who asks, and from where. */
const passedOn = ['cookie', 'host', 'user-agent', 'accept-language', 'forwarded', 'x-forwarded-for'] as const

/** Never fails. @returns elements with the answers, and links for those that are not there in time */
async function answersTo(
  app: FastifyInstance,
  request: FastifyRequest,
  addresses: readonly string[],
): Promise<string> {
  const late = sleep(scaledTimeout(mostWaitMs), null, { ref: false })
  const elements = addresses.map(async (address) => {
    const sent = await Promise.race([ask(app, request, address).catch(() => null), late])
    return sent ? sentAnswer(sent) : answer(address)
  })
  return (await Promise.all(elements)).join('')
}

/** @returns what the browser would be answered; null for anything but an answer of success */
async function ask(
  app: FastifyInstance,
  request: FastifyRequest,
  address: string,
): Promise<SentAnswer | null> {
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const response = await app.inject({
    url: address,
    headers: { ...headers, accept: 'application/json' },
    remoteAddress: request.socket.remoteAddress ?? request.ip,
  })
  if (response.statusCode !== 200) return null
  const position = response.headers[positionHeader]
  return { address, json: response.payload, position: position === undefined ? undefined : String(position) }
}

const ofTeam = (teamId: string): string[] => [
  addressOf(authApi.session, {}),
  addressOf(teamsApi.byAuthProvider, { authProviderUsername: 'me' }, { needData: '1' }),
  addressOf(collectionsApi.list, { teamId }, { countObjects: '1' }),
  addressOf(teamsApi.headerBarMenu, {}, { idTeam: teamId }),
  addressOf(teamsApi.getSetting, { teamId, key: 'shell' }),
]

/** As the app writes it, or the browser asks twice. */
function addressOf(endpoint: Endpoint, params: Record<string, string>, query = {}): string {
  const place = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `/api${place}${search && `?${search}`}`
}

/** The scripts that a source needs at once, each after those that it imports, and their style sheets. */
function filesOf(manifest: Record<string, BuiltFile>, sources: readonly string[]) {
  const [seen, scripts, styles] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const built = manifest[name]
    if (!built) throw new Error(`The build has no file ${name}`)
    for (const one of built.css ?? []) styles.add(one)
    for (const one of built.imports ?? []) add(one)
    scripts.add(built.file)
  }
  for (const name of sources) add(name)
  return { scripts, styles }
}
