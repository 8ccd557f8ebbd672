/** Wizards that people without a session may run, and what they read before a run starts. */
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import { type Executor, transaction } from '../../../platform/db.ts'
import { smsSenderOf } from '../../messages/public.ts'
import { definitionOf } from '../definition-of.ts'
import { readWizard } from '../definitions.repo.ts'
import { isOpenNow } from '../runs/runs.service.ts'
import { liveVersion } from '../versions.ts'

export interface FoundWizard {
  model: TeamModel
  /** The live version, which new runs get. */
  definition: WizardDefinition
  /** Whether new runs may start now. */
  isOpen: boolean
  /** How a person proves who they are before a run starts; null if they need not. */
  verifies: PublicWizard['verifies']
}

type WizardDeps = Pick<Deps, 'pool' | 'models' | 'config'>

/**
 * Whether a wizard is public and open is decided by the stored settings as well as by the live version: closing it
 * takes effect at once, even while other changes have problems and cannot go live.
 *
 * @param byLink the visitor has a personal link, which may lead to a wizard that is not public
 * @throws AppError not_found unless the wizard is public, complete, and of a team that can be opened
 */
export async function findPublicWizard(
  { pool, models, config }: WizardDeps,
  teamId: number,
  dataWizardId: number,
  { byLink = false } = {},
): Promise<FoundWizard> {
  const model = await models.get(teamId)
  return transaction(pool, async (client) => {
    const stored = await readWizard(client, teamId, dataWizardId)
    if (!stored) throw new AppError('not_found')
    const settings = definitionOf(stored)
    if (!settings.isPublic && !byLink) throw new AppError('not_found')
    const { definition } = await liveVersion(client, model, dataWizardId).catch(hideUnfinished)
    if (!definition.isPublic && !byLink) throw new AppError('not_found')
    return {
      model,
      definition,
      isOpen: isOpenNow(settings) && isOpenNow(definition),
      verifies: verificationOf(definition, { canText: (await textWayOf(client, config, teamId)) !== null }),
    }
  })
}

/** A wizard that was never complete does not exist for visitors. */
function hideUnfinished(error: unknown): never {
  const isUnfinished = error instanceof AppError && error.code === 'wizard_not_live'
  throw isUnfinished ? new AppError('not_found') : error
}

/** @throws AppError wizard_closed */
export function requireOpen({ isOpen }: FoundWizard): void {
  if (!isOpen) throw new AppError('wizard_closed')
}

/**
 * The first of the person's languages in which the wizard exists, else the wizard's own.
 *
 * @param wanted the most preferred one first
 */
export function languageIn(
  { availableLanguages, interfaceLanguage }: WizardDefinition,
  wanted: readonly (Language | undefined)[],
): Language {
  const best = [...wanted, interfaceLanguage].find(
    (language) => language !== undefined && availableLanguages.includes(language),
  )
  return best ?? availableLanguages[0] ?? interfaceLanguage
}

export function presentWizard(
  { model, definition, isOpen, verifies }: FoundWizard,
  wanted: readonly (Language | undefined)[],
): PublicWizard {
  const language = languageIn(definition, wanted)
  const { name, nameTranslations, description, descriptionTranslations } = definition
  return {
    id: definition.dataWizardId,
    name: nameTranslations[language] || name,
    description: descriptionTranslations[language] || description,
    icon: definition.icon,
    language,
    languages: definition.availableLanguages,
    team: { name: model.name, enumAppBrandId: model.brandId },
    isOpen,
    closedText: isOpen ? '' : definition.closedTextTranslations[language] || definition.closedText,
    verifies,
  }
}

/**
 * How a team's text messages go: by its provider, or else to the built-in outbox, which keeps and shows them. A mail
 * server cannot deliver them; null: not at all.
 */
export async function textWayOf(
  executor: Executor,
  { smtpUrl }: Pick<Deps['config'], 'smtpUrl'>,
  teamId: number,
): Promise<{ senderId: number } | 'outbox' | null> {
  const senderId = await smsSenderOf(executor, teamId)
  if (senderId !== undefined) return { senderId }
  return smtpUrl === undefined ? 'outbox' : null
}

function verificationOf(
  { externalAccessBy }: WizardDefinition,
  { canText }: { canText: boolean },
): PublicWizard['verifies'] {
  if (externalAccessBy === 'none' || externalAccessBy === 'link') return null
  return externalAccessBy === 'email_or_sms' && !canText ? 'email' : externalAccessBy
}
