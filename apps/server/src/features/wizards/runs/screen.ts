/** A run as its person sees it, in its language. */
import type { DefinedStep } from '@muster/contract/wizards/definition'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import type { ActiveRun } from './active-run.ts'
import type { Reached } from './replay.ts'

type Place = Extract<Reached, { kind: 'ask' | 'signIn' }>

/** @param place where it waits; null once it has ended */
export function screenOf(run: ActiveRun, place: Place | null): RunScreen {
  const { row, model, version, language } = run
  const { definition } = version
  const at = place ? definition.steps.indexOf(place.step) : definition.steps.length
  const { outcome } = row
  return {
    id: row.id,
    dataWizardId: row.dataWizardId,
    state: row.state,
    isDry: row.isDry,
    language,
    languages: definition.availableLanguages,
    wizard: {
      name: definition.nameTranslations[language] || definition.name,
      description: definition.descriptionTranslations[language] || definition.description,
      icon: definition.icon,
    },
    team: { name: model.name, enumAppBrandId: model.brandId, timezone: model.timeZone },
    steps: definition.steps.map((step, n) => ({
      ...presentStep(step, language),
      state: n < at ? ('done' as const) : n === at ? ('current' as const) : ('ahead' as const),
    })),
    wizardStepId: place?.step.id ?? null,
    hideCancelButton: place?.step.hideCancelButton ?? true,
    stepToken: row.state === 'waiting' ? row.stepToken : null,
    canGoBack: row.state === 'waiting' && row.answers.done.length > 0,
    needsSignIn: place?.kind === 'signIn',
    texts: place?.kind === 'ask' ? place.texts : [],
    ask: place?.kind === 'ask' ? place.ask : null,
    progress: definition.steps.length === 0 ? 1 : at / definition.steps.length,
    outcome:
      row.state === 'done' || row.state === 'background'
        ? {
            text: definition.thankYouTextTranslations[language] || definition.thankYouText,
            exportIds: outcome?.exportIds ?? [],
            next: outcome?.next ?? null,
            would: outcome?.would ?? null,
            messages: outcome?.messages ?? [],
          }
        : null,
    error: row.error,
    updatedAt: row.updatedAt,
  }
}

function presentStep(step: DefinedStep, language: RunScreen['language']) {
  return {
    id: step.id,
    title: step.titleTranslations[language] || step.title,
    description: step.descriptionTranslations[language] || step.description,
    icon: step.icon,
  }
}
