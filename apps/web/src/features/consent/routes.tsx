/** The pages where people decide what they receive, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /u/{token}, from mails */
export const Preferences = lazyRouteComponent(() => import('./Preferences.tsx'), 'Preferences')
/** /subscription/{token}, from the mail that asks to confirm */
export const ConfirmSubscription = lazyRouteComponent(
  () => import('./ConfirmSubscription.tsx'),
  'ConfirmSubscription',
)
/** /public/team-{id}/subscribe */
export const Subscribe = lazyRouteComponent(() => import('./Subscribe.tsx'), 'Subscribe')
