/**
 * The page of a public wizard names what its scripts will ask for: its texts in the visitor's language, the wizard, the
 * challenge. So they are on their way together with the scripts, and not after them.
 */
import fs from 'node:fs'
import path from 'node:path'
import { type Language, languages } from '@muster/contract/paging'
import { readPublicWizardPath } from '@muster/contract/wizards/public-address'
import { type PublicWizardHints, publicWizardHintsFile } from '@muster/contract/wizards/public-hints'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import type { FastifyRequest } from 'fastify'
import { languagesOf } from './language.ts'
import { answer, script, style } from './page-links.ts'
import type { Render } from './prerenderer.ts'

export const publicWizardFile = 'public-wizard.html'

/** @returns the first look of the page that is asked for as HTML, made by `render`; null if it has none */
export type MakeFirstLook = (request: FastifyRequest, render: Render) => Promise<string | null>

/** @param folder Vite's output @returns the page as HTML for a request; null if the build has no hints */
export function publicWizardPage(
  folder: string,
  makeFirstLook: ((request: FastifyRequest) => Promise<string | null>) | null,
): ((request: FastifyRequest) => Promise<string>) | null {
  const file = path.join(folder, publicWizardHintsFile)
  if (!fs.existsSync(file)) return null
  const hints = JSON.parse(fs.readFileSync(file, 'utf8')) as PublicWizardHints
  const html = fs.readFileSync(path.join(folder, publicWizardFile), 'utf8')
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://host')
    const [own] = languagesOf(request)
    const wanted = languages.find((language) => language === searchParams.get('language'))
    const visitors = own ?? 'en'
    const links = [
      ...[...new Set([visitors, wanted ?? visitors])].map((one) => script(hints.texts[one])),
      ...dataOf(pathname, wanted ?? own).map(answer),
      worker(hints.worker),
    ]
    const look = (await makeFirstLook?.(request)) ?? null
    if (look === null) return html.replace('</head>', () => `${links.join('')}</head>`)
    const styles = hints.questionStyles.map(style)
    return html
      .replace('</head>', () => `${[...styles, ...links].join('')}</head>`)
      .replace('<body>', () => `<body>${look}<script src="/${hints.stage}"></script>`)
  }
}

/** What `early.ts` of the web app asks for. */
function dataOf(pathname: string, language: Language | undefined): string[] {
  const address = readPublicWizardPath(pathname)
  if (address?.kind !== 'wizard') return []
  const { teamId, dataWizardId } = address
  const place = publicWizardsApi.get.path
    .replace(':teamId', String(teamId))
    .replace(':dataWizardId', String(dataWizardId))
  return [`/api${place}${language ? `?language=${language}` : ''}`, `/api${publicWizardsApi.challenge.path}`]
}

/** The browser takes it out of its cache when the worker starts. */
const worker = (file: string): string => `<link rel="prefetch" href="/${file}">`
