/** Breadcrumbs from route parameters; a step whose id is missing has no link (spec section 2). Pure. */
import type { CrumbName, ShellKey } from '../lib/route-data.ts'
import type { Crumb } from '../ui/PageHeader.tsx'

export type CrumbParams = Partial<
  Record<'teamId' | 'dataCollectionId' | 'dataViewId' | 'dataWizardId' | 'dataRecordId', string>
>

/** Names of things, where they are known. */
export interface CrumbNames {
  team?: string
  collection?: string
}

interface Step {
  label: ShellKey
  name?: keyof CrumbNames
  /** Below the team's address. */
  path: string
  /** Left out of the trail where the id is missing. */
  needs?: keyof CrumbParams
}

const steps: Record<CrumbName, Step> = {
  team: { label: 'shell:nav.teamDashboard', name: 'team', path: 'dashboard' },
  admin: { label: 'shell:nav.teamAdministration', path: 'admin/dashboard' },
  collections: { label: 'shell:nav.dataCollections', path: 'data-collections' },
  collection: {
    label: 'shell:title.collection',
    name: 'collection',
    path: 'data-collections/:dataCollectionId/records',
    needs: 'dataCollectionId',
  },
  customLists: { label: 'shell:nav.customLists', path: 'custom-lists' },
  wizards: { label: 'shell:nav.wizards', path: 'wizards' },
  adminCollections: { label: 'shell:nav.dataCollections', path: 'admin/data-collections' },
  adminCollection: {
    label: 'shell:title.collection',
    name: 'collection',
    path: 'admin/data-collections/:dataCollectionId/details',
    needs: 'dataCollectionId',
  },
  adminCustomLists: { label: 'shell:nav.customLists', path: 'admin/custom-lists' },
  adminRoles: { label: 'shell:nav.userRoles', path: 'admin/user-roles' },
  adminWizards: { label: 'shell:nav.dataWizards', path: 'admin/data-wizards' },
  adminWizard: {
    label: 'shell:title.wizard',
    path: 'admin/data-wizards/:dataWizardId/details',
    needs: 'dataWizardId',
  },
  adminView: {
    label: 'shell:title.dataView',
    path: 'admin/data-views/:dataViewId/details',
    needs: 'dataViewId',
  },
  messages: { label: 'shell:nav.outgoingMessages', path: 'outgoing-messages/dashboard' },
  sysAdmin: { label: 'shell:nav.systemAdministration', path: '/sys-admin/teams' },
}

export function crumbsOf(
  trail: readonly CrumbName[],
  params: CrumbParams,
  names: CrumbNames,
  t: (key: ShellKey) => string,
): Crumb[] {
  return trail.map((crumb) => {
    const step = steps[crumb]
    const label = (step.name && names[step.name]) || t(step.label)
    const url = urlOf(step, params)
    return url === undefined ? { label } : { label, url }
  })
}

function urlOf(step: Step, params: CrumbParams): string | undefined {
  if (step.path.startsWith('/')) return step.path
  if (!params.teamId || (step.needs && !params[step.needs])) return undefined
  const path = step.path.replace(/:(\w+)/g, (_, name: keyof CrumbParams) => params[name] ?? '')
  return `/team-${params.teamId}/${path}`
}
