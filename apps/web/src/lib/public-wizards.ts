/** The endpoints of public wizards alone: their page does not load those of the whole app. */
import { endpoints } from 'virtual:endpoints/publicWizards'
import type { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'

export const publicWizards = endpoints as unknown as typeof publicWizardsApi
