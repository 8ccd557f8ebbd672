/** How a sample wizard is told: columns and keys in place of ids. */
import type { Filter } from '@muster/contract/filters/ast'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import type { Lookup, Texts } from './lookup.ts'

/** Ids of fields, of collections, and of views by their names. */
export interface WizardLookup extends Lookup {
  field(collectionKey: string, column: string): number
  view(name: string): number
}

export interface SampleTask {
  type: TaskType
  title: Texts
  description?: Texts
  variable?: string
  condition?: Filter
  loop?: string
  inBackground?: boolean
  settings: (at: WizardLookup) => Record<string, unknown>
}

export interface SampleStep {
  title: Texts
  description?: Texts
  icon: string
  isSavePoint?: boolean
  tasks: readonly SampleTask[]
}

export interface SampleWizard {
  name: Texts
  description: Texts
  icon: string
  settings?: Partial<Omit<WizardDefinition, 'name' | 'steps' | 'dataWizardId'>>
  thankYou: Texts
  steps: readonly SampleStep[]
  /** Offered in the menus of this collection's records. */
  linkedTo?: string
  /** Personal links and codes by mail bind a record of this collection. */
  externalAccess?: { collection: string; email: string }
}

/** A field that people fill in. */
export const ask = (id: number, more: Record<string, unknown> = {}) => ({
  dataFieldId: id,
  mode: 'ask',
  ...more,
})
/** A field that the wizard sets: a literal, or `{ variable }`. */
export const set = (id: number, value: unknown) => ({ dataFieldId: id, mode: 'set', value })
/** A text in the team's language, with its translations beside it. */
export const translated = (key: string, texts: Texts, own: keyof Texts) => ({
  [key]: texts[own],
  [`${key}Translations`]: texts,
})
