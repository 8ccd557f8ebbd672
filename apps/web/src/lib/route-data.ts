/** Static data of every route: name, access, title, breadcrumb. Leaving out `access` does not compile. */
import type { FeaturePermission } from '@muster/contract/roles/permissions'
import type { ParseKeys } from 'i18next'
import type { GlyphName } from '../ui/Glyph.tsx'

/**
 * public: anybody. signedIn: any session. team: an active user of the team in the address. teamAdmin: its
 * administrators. A list: its administrators and holders of one of these permissions. sysAdmin: system administrators.
 */
export type RouteAccess =
  | 'public'
  | 'signedIn'
  | 'team'
  | 'teamAdmin'
  | 'sysAdmin'
  | readonly FeaturePermission[]

/** Steps of a breadcrumb, from the team down to the page's parent; see app/crumbs.ts. */
export type CrumbName =
  | 'team'
  | 'admin'
  | 'collections'
  | 'collection'
  | 'customLists'
  | 'wizards'
  | 'adminCollections'
  | 'adminCollection'
  | 'adminCustomLists'
  | 'adminRoles'
  | 'adminWizards'
  | 'adminWizard'
  | 'adminView'
  | 'messages'
  | 'sysAdmin'

/** A text of the shell: `shell:title.records`. */
export type ShellKey = ParseKeys<['shell']>

/** Which menu the side bar shows. */
export type Section = 'team' | 'admin' | 'messages' | 'sysAdmin'

export interface RouteData {
  /** The spec's route name, e.g. root.team.dashboard. */
  name: string
  access: RouteAccess
  /** For the document's title and for pages without content; layouts have none. */
  title?: ShellKey
  /** One sentence for a page without content. */
  empty?: ShellKey
  glyph?: GlyphName
  trail?: readonly CrumbName[]
  section?: Section
  /** Rendered under a header that its parent draws. */
  isTab?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteData {}
}
