/** Serves the web app: hashed assets are cached forever, the page for all its URLs is revalidated. */
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import zlib from 'node:zlib'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import { prerenderFile } from '@muster/contract/wizards/prerender'
import { readPublicWizardPath } from '@muster/contract/wizards/public-address'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scaledTimeout } from '../scaled-timeout.ts'
import type { Authenticator } from './context.ts'
import { Prerenderer } from './prerenderer.ts'
import { type MakeFirstLook, publicWizardFile, publicWizardPage } from './public-wizard-page.ts'
import { type TeamPage, teamPage } from './team-page.ts'

/**
 * @param options.authenticator tells whose pages come with what they will ask for
 * @param options.makeFirstLook what the pages of public wizards show before their scripts are there
 * @param options.folder Vite's output; by default searched for upwards, because this file runs from src and from dist
 */
export async function installWebApp(
  app: FastifyInstance,
  {
    authenticator,
    makeFirstLook,
    folder = findWebApp(import.meta.dirname),
  }: { authenticator?: Authenticator; makeFirstLook?: MakeFirstLook; folder?: string | undefined } = {},
): Promise<void> {
  if (!folder || !fs.existsSync(path.join(folder, 'index.html'))) {
    app.get('/*', (request, reply) => (isPage(request) ? notBuilt(reply) : reply.callNotFound()))
    return
  }
  const wizardPage = publicWizardPage(folder, firstLookMaker(app, makeFirstLook, folder))
  const pageOfTeam = authenticator ? teamPage(app, folder, authenticator) : null
  // In a separate scope, because the API compresses its own responses.
  await app.register(async (scope) => {
    await scope.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      // Each part of a page is sent at once.
      brotliOptions: {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 },
        flush: zlib.constants.BROTLI_OPERATION_FLUSH,
      },
      zlibOptions: { flush: zlib.constants.Z_SYNC_FLUSH },
    })
    await scope.register(staticFiles, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      // Metadata of the build, and what is sent in place of other files.
      globIgnore: ['**/.vite/**', 'assets-before/**', '**/*.map', '**/*.br'],
      setHeaders: (reply, file) => {
        // Whether it is sent compressed or not.
        const name = path.relative(folder, file).replace(/\.br$/, '')
        void reply.header('cache-control', cacheControlOf(name))
        // Other sites load the widget.
        if (name === widgetFile) void reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
    const before = path.join(folder, 'assets-before')
    if (fs.existsSync(before)) {
      await scope.register(staticFiles, {
        root: before,
        prefix: '/assets/',
        decorateReply: false,
        index: false,
        wildcard: false,
        cacheControl: false,
        preCompressed: true,
        globIgnore: ['**/*.map', '**/*.br'],
        setHeaders: (reply) => void reply.header('cache-control', forever),
      })
    }
    scope.get('/*', async (request, reply) => {
      if (!isPage(request)) return reply.callNotFound()
      const file = pageOf(request)
      const found = pageOfTeam && (await inTime(request, pageOfTeam(request)))
      if (found) {
        // It says what only its reader may know, and what changes.
        void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
        return reply.send(Readable.from(partsOf(found)))
      }
      void reply.header('cache-control', 'no-cache')
      if (file !== publicWizardFile || !wizardPage) return reply.sendFile(file)
      return reply
        .header('vary', 'accept-language, user-agent')
        .type('text/html; charset=utf-8')
        .send(await wizardPage(request))
    })
  })
}

/** A page does not wait longer: without its first look, or without its hints, it shows the same a little later. */
const mostWaitMs = 300

async function* partsOf({ start, rest }: TeamPage): AsyncGenerator<string> {
  yield start
  yield await rest
}

/** @returns null where that fails or takes too long: a page needs neither the database nor the thread of its first look */
function inTime<Made>(request: FastifyRequest, made: Promise<Made | null>): Promise<Made | null> {
  const orNull = made.catch((error: unknown) => {
    request.log.warn({ err: error }, 'a page is sent without what could be added to it')
    return null
  })
  return Promise.race([orNull, sleep(scaledTimeout(mostWaitMs), null, { ref: false })])
}

function firstLookMaker(
  app: FastifyInstance,
  makeFirstLook: MakeFirstLook | undefined,
  folder: string,
): ((request: FastifyRequest) => Promise<string | null>) | null {
  const file = path.join(folder, prerenderFile)
  if (!makeFirstLook || !fs.existsSync(file)) return null
  const prerenderer = new Prerenderer(file, app.log)
  app.addHook('onClose', () => prerenderer.close())
  return (request) => inTime(request, makeFirstLook(request, prerenderer.render))
}

const widgetFile = 'widget.js'
const forever = 'public, max-age=31536000, immutable'

/** Hashed files never change; the widget's URL has no hash, so it is cached for an hour. */
function cacheControlOf(file: string): string {
  if (file.startsWith(`assets${path.sep}`)) return forever
  return file === widgetFile ? 'public, max-age=3600, stale-while-revalidate=604800' : 'no-cache'
}

/** Public wizards have an entry of their own, without what only the rest of the app needs. */
const pageOf = ({ url }: FastifyRequest): string =>
  readPublicWizardPath(new URL(url, 'http://host').pathname) ? publicWizardFile : 'index.html'

/** Whether a browser requests a page of the web app, and not an asset or a path of the API. */
function isPage(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://host')
  if (/^\/(api|dev|assets)(\/|$)/.test(pathname)) return false
  return (request.headers.accept ?? '').includes('text/html')
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('The web app is not built. Run "npm start", or "npm run dev" while developing.\n')
}

function findWebApp(from: string): string | undefined {
  const folder = path.join(from, 'apps', 'web', 'dist')
  if (fs.existsSync(folder)) return folder
  const parent = path.dirname(from)
  return parent === from ? undefined : findWebApp(parent)
}
