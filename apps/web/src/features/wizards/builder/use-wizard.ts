/** Loads the wizard in the address with everything its pages need. */
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { useTeamId } from '../../teams/public.ts'
import { useDesignEnv } from './use-design-env.ts'
import type { WizardPage } from './wizard-context.ts'

export const definitionOf = (
  wizard: DataWizard,
  boundDataCollectionIds: readonly number[],
): WizardDefinition => ({
  ...wizard,
  dataWizardId: wizard.id,
  boundDataCollectionIds: [...boundDataCollectionIds],
})

export function useWizard(): { page: WizardPage | null; error: unknown; refetch: () => unknown } {
  const teamId = useTeamId()
  const dataWizardId = Number(useParams({ strict: false, select: (params) => params.dataWizardId }))
  const params = { teamId, dataWizardId }
  const found = useApi(api.wizards.get, { params }, { retry: false })
  const links = useApi(api.wizards.listAccessLinks, { params })
  const env = useDesignEnv(teamId)
  const wizard = found.data
  const bound = links.data?.items
  const page = useMemo(
    (): WizardPage | null =>
      wizard && env
        ? {
            teamId,
            wizard,
            env,
            base: `/team-${teamId}/admin/data-wizards/${wizard.id}`,
            definition: definitionOf(
              wizard,
              (bound ?? []).map((link) => link.dataCollectionId),
            ),
          }
        : null,
    [teamId, wizard, env, bound],
  )
  return { page, error: found.isLoadingError ? found.error : null, refetch: found.refetch }
}
