/** Settings of a new wizard, step and task. */
import type { DefinedStep, DefinedTask, WizardDefinition } from './definition.ts'

export const wizardDefaults: Omit<
  WizardDefinition,
  'dataWizardId' | 'name' | 'boundDataCollectionIds' | 'steps'
> = {
  nameTranslations: {},
  description: '',
  descriptionTranslations: {},
  icon: 'fas fa-wand-magic-sparkles',
  defaultDataLanguage: 'en',
  interfaceLanguage: 'en',
  availableLanguages: ['en'],
  isPublic: false,
  runsWith: 'person',
  externalAccessBy: 'none',
  isOpen: true,
  opensAt: null,
  closesAt: null,
  closedText: '',
  closedTextTranslations: {},
  thankYouText: '',
  thankYouTextTranslations: {},
  abandonAfterHours: 168,
  allowedFrameHosts: [],
}

export const stepDefaults: Omit<DefinedStep, 'id' | 'title' | 'tasks'> = {
  titleTranslations: {},
  description: '',
  descriptionTranslations: {},
  icon: 'fas fa-circle',
  requiresAuthentication: false,
  hideCancelButton: false,
  isSavePoint: false,
}

export const taskDefaults: Omit<DefinedTask, 'id' | 'type' | 'title'> = {
  titleTranslations: {},
  description: '',
  descriptionTranslations: {},
  variable: '',
  executionCondition: null,
  executeInLoopValue: null,
  executeInBackground: false,
  executeWizardInNextAction: null,
  settings: {},
}
