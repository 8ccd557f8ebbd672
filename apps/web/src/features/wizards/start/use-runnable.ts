/** The wizards that one may run, and those linked to a collection. */
import type { WizardLink } from '@muster/contract/wizards/wizards.schema'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useIsRested } from '../../../lib/rest.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'

const staleMs = 300_000

export const useRunnable = (teamId: number | null) =>
  useApi(
    api.wizardRuns.runnable,
    { params: { teamId: teamId ?? 0 }, query: { language: currentLanguage() } },
    { enabled: teamId !== null, staleTime: staleMs },
  )

/** Starts a wizard, for a record if one is given. */
export const wizardUrl = (teamId: number, dataWizardId: number, recordId?: number): string =>
  `/team-${teamId}/wizards/${dataWizardId}${recordId === undefined ? '' : `?record=${recordId}`}`

const none: readonly WizardLink[] = []

/** Links of wizards to a collection's records. @param dataCollectionId undefined while it is not known */
export const useRecordWizards = (teamId: number, dataCollectionId: number | undefined) =>
  useWizardLinks(teamId, dataCollectionId, 'record')

/** Links of wizards to a collection as such. */
export const useCollectionWizards = (teamId: number, dataCollectionId: number) =>
  useWizardLinks(teamId, useIsRested() ? dataCollectionId : undefined, 'collection')

/** Linked wizards as items of a menu; they start for a record if one is given. */
export const wizardItems = (teamId: number, links: readonly WizardLink[], recordId?: number): MenuItem[] =>
  links.map((link) => ({
    label: link.description || link.wizardName,
    ...(link.icon ? { icon: link.icon } : { glyph: 'wizard' as const }),
    url: wizardUrl(teamId, link.dataWizardId, recordId),
  }))

function useWizardLinks(
  teamId: number,
  dataCollectionId: number | undefined,
  type: WizardLink['type'],
): readonly WizardLink[] {
  const { data } = useApi(
    api.wizards.listLinks,
    { params: { teamId }, query: { dataCollectionId: dataCollectionId ?? 0 } },
    {
      enabled: dataCollectionId !== undefined,
      staleTime: staleMs,
      retry: false,
      select: ({ items }) => items.filter((link) => link.type === type),
    },
  )
  return data ?? none
}
