/** The wizard that the pages under one address show, and what its definition depends on. */
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { createContext, useContext } from 'react'

export interface WizardPage {
  teamId: number
  wizard: DataWizard
  /** As the checks of the contract take it. */
  definition: WizardDefinition
  env: DesignEnv
  /** Address of the wizard's administration. */
  base: string
}

export const WizardPageContext = createContext<WizardPage | null>(null)

export function useWizardPage(): WizardPage {
  const page = useContext(WizardPageContext)
  if (!page) throw new Error('No wizard: this page stands under WizardAdmin or TaskAdmin')
  return page
}
