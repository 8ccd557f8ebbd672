/**
 * The first look of a public wizard's page as HTML: its start, and the first question behind it. It has nobody's data: it
 * is what any visitor is shown who starts, and is kept for a moment.
 */
import { AppError } from '@muster/contract/errors'
import { languages } from '@muster/contract/paging'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import {
  lookParameters,
  publicWizardPath,
  readPublicWizardPath,
} from '@muster/contract/wizards/public-address'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../engine/public.ts'
import { languagesOf } from '../../../platform/http/language.ts'
import type { Render } from '../../../platform/http/prerenderer.ts'
import type { MakeFirstLook } from '../../../platform/http/public-wizard-page.ts'
import { RunService } from '../runs/runs.service.ts'
import { findPublicWizard, presentWizard } from './public-wizard.ts'

const keptMs = 30_000
/** Addresses may have any parameters. */
const mostKept = 50

interface Kept {
  html: Promise<string | null>
  until: number
}

export function firstLooks(deps: Deps): MakeFirstLook {
  const runs = new RunService(deps)
  /** By version, and then by what else it depends on. */
  const kept = new WeakMap<WizardDefinition, Map<string, Kept>>()

  return async (request, render) => {
    const { pathname, searchParams } = new URL(request.url, 'http://host')
    const address = readPublicWizardPath(pathname)
    if (address?.kind !== 'wizard') return null
    const { teamId, dataWizardId } = address
    const found = await findPublicWizard(deps, teamId, dataWizardId).catch(unlessMissing)
    if (!found?.isOpen || found.verifies) return null
    const wanted = languages.find((language) => language === searchParams.get('language'))
    const wizard = presentWizard(found, [wanted, ...languagesOf(request)])
    const look = new URLSearchParams(searchParams)
    for (const name of searchParams.keys()) if (!isOfLook(name)) look.delete(name)
    // Texts for fields are not in what is kept for everybody.
    const hasTexts = searchParams.size > look.size
    const page = {
      url: `${publicWizardPath(teamId, dataWizardId)}?${look}`,
      isNarrow: isPhone(request),
    }
    const make = async () => {
      const first = hasTexts ? null : runs.firstScreen(teamId, dataWizardId, wizard.language)
      // A wizard that does something before it asks may fail; its start is shown all the same.
      const screen = await first?.catch((error: unknown) => {
        request.log.warn(
          { err: error, teamId, dataWizardId },
          'the first question is not known before the start',
        )
        return null
      })
      return render({ ...page, teamId, wizard, screen: screen ?? null })
    }
    const key = JSON.stringify([page, wizard.language, hasTexts])
    const ofVersion = kept.get(found.definition) ?? new Map<string, Kept>()
    kept.set(found.definition, ofVersion)
    return fresh(ofVersion, key, make)
  }
}

function fresh(kept: Map<string, Kept>, key: string, make: () => ReturnType<Render>): ReturnType<Render> {
  const now = Date.now()
  const known = kept.get(key)
  if (known && now < known.until) return known.html
  if (kept.size >= mostKept) kept.clear()
  const html = make()
  kept.set(key, { html, until: now + keptMs })
  const forget = (made: string | null) => made ?? kept.delete(key)
  html.then(forget, () => forget(null))
  return html
}

function unlessMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

const isOfLook = (name: string): boolean => lookParameters.some((one) => one === name)

const isPhone = ({ headers }: FastifyRequest): boolean => /\bMobi/.test(headers['user-agent'] ?? '')
