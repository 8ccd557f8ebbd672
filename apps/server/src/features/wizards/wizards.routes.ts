/** Routes for the definition of wizards. */
import type { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  createAccessLink,
  createLink,
  createTokenLink,
  listAccessLinks,
  listLinks,
  removeAccessLink,
  removeLink,
  updateAccessLink,
  updateLink,
} from './links.service.ts'
import { listWizards } from './present-wizard.ts'
import {
  createStep,
  createTask,
  removeStep,
  removeTask,
  setOrder,
  updateStep,
  updateTask,
} from './steps.service.ts'
import { createWizard, getWizard, removeWizard, updateWizard } from './wizards.service.ts'

export function wizardsRoutes(deps: Deps): Handlers<typeof wizardsApi> {
  return {
    list: async (_input, { teamUser }) => ({
      items: await listWizards(deps.pool, await deps.models.get(teamUser.teamId)),
    }),
    get: ({ params }, { teamUser }) => getWizard(deps, teamUser.teamId, params.dataWizardId),
    create: ({ body }, { teamUser }) => createWizard(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) => updateWizard(deps, teamUser, params.dataWizardId, body),
    remove: ({ params }, { teamUser }) => removeWizard(deps, teamUser, params.dataWizardId),
    setOrder: ({ params, body }, { teamUser }) => setOrder(deps, teamUser, params.dataWizardId, body),
    createStep: ({ params, body }, { teamUser }) => createStep(deps, teamUser, params.dataWizardId, body),
    updateStep: ({ params, body }, { teamUser }) => updateStep(deps, teamUser, params.wizardStepId, body),
    removeStep: ({ params }, { teamUser }) => removeStep(deps, teamUser, params.wizardStepId),
    createTask: ({ params, body }, { teamUser }) => createTask(deps, teamUser, params.wizardStepId, body),
    updateTask: ({ params, body }, { teamUser }) => updateTask(deps, teamUser, params.stepTaskId, body),
    removeTask: ({ params }, { teamUser }) => removeTask(deps, teamUser, params.stepTaskId),
    listAccessLinks: ({ params }, { teamUser }) => listAccessLinks(deps, teamUser, params.dataWizardId),
    createAccessLink: ({ params, body }, { teamUser }) =>
      createAccessLink(deps, teamUser, params.dataWizardId, body),
    updateAccessLink: ({ params, body }, { teamUser }) =>
      updateAccessLink(deps, teamUser, params.externalAccessLinkId, body),
    removeAccessLink: ({ params }, { teamUser }) =>
      removeAccessLink(deps, teamUser, params.externalAccessLinkId),
    createTokenLink: ({ params, body }, { teamUser }) =>
      createTokenLink(deps, teamUser, params.dataWizardId, body),
    listLinks: ({ query }, { teamUser }) => listLinks(deps, teamUser, query),
    createLink: ({ body }, { teamUser }) => createLink(deps, teamUser, body),
    updateLink: ({ params, body }, { teamUser }) => updateLink(deps, teamUser, params.wizardLinkId, body),
    removeLink: ({ params }, { teamUser }) => removeLink(deps, teamUser, params.wizardLinkId),
  }
}
