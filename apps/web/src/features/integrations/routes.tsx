/** The screens of integrations, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/integrations */
export const TokenList = lazyRouteComponent(() => import('./screens/TokenList.tsx'), 'TokenList')

/** /team-{id}/admin/integrations/webhooks */
export const WebhookList = lazyRouteComponent(() => import('./screens/WebhookList.tsx'), 'WebhookList')
