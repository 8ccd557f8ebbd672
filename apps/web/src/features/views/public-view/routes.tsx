/** The screens of public views, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const PublicView = lazyRouteComponent(() => import('./PublicView.tsx'), 'PublicView')
export const PublicRecord = lazyRouteComponent(() => import('./PublicRecord.tsx'), 'PublicRecord')
