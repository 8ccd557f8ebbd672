/** The screens of wizards being run. Routes and guards are in app/routes. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/wizards */
export const Wizards = lazyRouteComponent(() => import('../start/Wizards.tsx'), 'Wizards')

/** /team-{id}/wizards/{dataWizardId} and below */
export const TeamRun = lazyRouteComponent(() => import('./TeamRun.tsx'), 'TeamRun')
