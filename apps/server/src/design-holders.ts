/** What holds fields, collections and views back from deletion: features, one line each. */
import type { DesignHolder } from './engine/public.design.ts'
import { messagesHold } from './features/messages/hold-design.ts'
import { wizardsHold } from './features/wizards/hold-design.ts'

export const designHolders: readonly DesignHolder[] = [wizardsHold, messagesHold]
