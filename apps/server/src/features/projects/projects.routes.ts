import type { projectsApi } from '@muster/contract/projects/projects.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { prepareProjects, readProjects } from './projects.service.ts'

export function projectsRoutes(deps: Deps): Handlers<typeof projectsApi> {
  return {
    get: (_input, { teamUser }) => readProjects(deps, teamUser),
    prepare: (_input, { teamUser }) => prepareProjects(deps, teamUser),
  }
}
