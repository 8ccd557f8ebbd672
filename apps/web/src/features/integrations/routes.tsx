/** The screen of integrations, in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/integrations */
export const TokenList = lazyRouteComponent(() => import('./screens/TokenList.tsx'), 'TokenList')
