/** What the builder knows of a type of task; `index.ts` has them all. */
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import type { Variable } from '@muster/contract/wizards/variables'
import type { ComponentType } from 'react'

export interface TaskSettingsProps<Settings> {
  settings: Settings
  set(change: Partial<Settings>): void
  /** What is wrong with a setting, by its path. */
  errorOf(path: string): string | undefined
  /** That exist when the task runs. */
  variables: readonly Variable[]
  env: DesignEnv
}

export interface TaskUi<Settings = Record<string, unknown>> {
  /** Name of an icon, for `Icon`. */
  icon: string
  /** The settings that only this type has, without its linked data fields. */
  Settings: ComponentType<TaskSettingsProps<Settings>>
  /** For types with linked data fields: the collection they are of, or why there is none. */
  fieldsOf?(
    settings: Settings,
    context: { env: DesignEnv; variables: readonly Variable[] },
  ): number | 'noCollection' | 'noRecords' | 'notCreating'
}

/** Types a registry entry by its own settings; the registry itself does not know them. */
export const taskUi = <Settings>(ui: TaskUi<Settings>): TaskUi => ui as unknown as TaskUi
