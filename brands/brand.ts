/** What a brand variant is. A team's brand applies when the team is selected, the host's before that. */

export type BrandKey = 'muster' | 'harbor' | 'grove' | 'ember'

/** Ten steps from lightest to darkest. */
export type Steps = readonly [string, string, string, string, string, string, string, string, string, string]

export interface Brand {
  /** The spec's enumAppBrandId. */
  id: 1 | 2 | 3 | 4
  key: BrandKey
  name: string
  supportEmail: string
  /** The host that shows this brand before a team is selected. */
  defaultHost: string
  /** Primary action, focus and selection. Step 6 carries white text, step 7 is text on light, step 3 on dark. */
  accent: Steps
  /** Surfaces, borders and text of the light scheme. */
  neutral: Steps
  /** The same of the dark scheme: 0 is text, 7 the page. */
  dark: Steps
}
