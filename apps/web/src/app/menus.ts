/** The sidebar's menus by section, as data; built from the team id and what the user may open. Pure. */
import { messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import { type FeaturePermission, hasPermission, type TeamStanding } from '@muster/contract/roles/permissions'
import type { Section, ShellKey } from '../lib/route-data.ts'
import type { GlyphName } from '../ui/Glyph.tsx'

export interface MenuEntry {
  label: ShellKey
  url: string
  glyph: GlyphName
}

export interface MenuGroup {
  heading?: ShellKey
  entries: MenuEntry[]
}

interface Place extends Omit<MenuEntry, 'url'> {
  path: string
  /** Who may open it besides team admins; if absent, everybody in the section. */
  needs?: readonly FeaturePermission[]
}

/** The order in which a group's places appear; spec section 2, "Admin menu". */
const admin: { heading: ShellKey; places: Place[] }[] = [
  {
    heading: 'shell:nav.atAGlance',
    places: [
      {
        label: 'shell:nav.adminDashboard',
        path: 'dashboard',
        glyph: 'dashboard',
        needs: ['team_admin_account_info', 'team_admin_users', 'team_admin_data_collections'],
      },
    ],
  },
  {
    heading: 'shell:nav.teamManagement',
    places: [
      { label: 'shell:nav.account', path: 'account', glyph: 'team', needs: ['team_admin_account_info'] },
      {
        label: 'shell:nav.messageSenders',
        path: 'message-senders',
        glyph: 'send',
        needs: ['team_admin_account_info'],
      },
      {
        label: 'shell:nav.messageSubjects',
        path: 'message-subjects',
        glyph: 'bell',
        needs: ['team_admin_account_info'],
      },
      {
        label: 'shell:nav.messageSuppressions',
        path: 'message-suppressions',
        glyph: 'lock',
        needs: ['team_admin_account_info'],
      },
      { label: 'shell:nav.users', path: 'users', glyph: 'users', needs: ['team_admin_users'] },
      { label: 'shell:nav.userRoles', path: 'user-roles', glyph: 'role', needs: [] },
      { label: 'shell:nav.auditLog', path: 'audit-log', glyph: 'history', needs: [] },
      {
        label: 'shell:nav.integrations',
        path: 'integrations',
        glyph: 'link',
        needs: ['integrations_zapier'],
      },
    ],
  },
  {
    heading: 'shell:nav.dataManagement',
    places: [
      {
        label: 'shell:nav.dataCollections',
        path: 'data-collections',
        glyph: 'table',
        needs: ['team_admin_data_collections'],
      },
      { label: 'shell:nav.customLists', path: 'custom-lists', glyph: 'list', needs: [] },
      {
        label: 'shell:nav.dataWizards',
        path: 'data-wizards',
        glyph: 'wizard',
        needs: ['team_admin_data_wizards'],
      },
    ],
  },
]

const ofSection = messageSectionPermissions
const ofTemplates = ['outgoing_messages_templates'] as const

const messages: { heading: ShellKey; places: Place[] }[] = [
  {
    heading: 'shell:nav.messages',
    places: [
      { label: 'shell:nav.messagesDashboard', path: 'dashboard', glyph: 'dashboard', needs: ofSection },
      { label: 'shell:nav.drafts', path: 'drafts', glyph: 'draft', needs: ofSection },
      { label: 'shell:nav.scheduled', path: 'scheduled', glyph: 'calendar', needs: ofSection },
      { label: 'shell:nav.sent', path: 'sent', glyph: 'send', needs: ofSection },
      { label: 'shell:nav.archived', path: 'archived', glyph: 'archive', needs: ofSection },
    ],
  },
  {
    heading: 'shell:nav.templates',
    places: [
      { label: 'shell:nav.templatesDrafts', path: 'templates-drafts', glyph: 'draft', needs: ofTemplates },
      {
        label: 'shell:nav.templatesPublished',
        path: 'templates-published',
        glyph: 'template',
        needs: ofTemplates,
      },
      {
        label: 'shell:nav.templatesArchived',
        path: 'templates-archived',
        glyph: 'archive',
        needs: ofTemplates,
      },
    ],
  },
]

const sysAdmin: MenuGroup[] = [
  {
    heading: 'shell:nav.systemManagement',
    entries: [
      { label: 'shell:nav.teams', url: '/sys-admin/teams', glyph: 'team' },
      { label: 'shell:nav.users', url: '/sys-admin/users', glyph: 'users' },
      { label: 'shell:nav.settings', url: '/sys-admin/settings', glyph: 'settings' },
      { label: 'shell:nav.permissions', url: '/sys-admin/permissions', glyph: 'shield' },
      { label: 'shell:nav.auditLog', url: '/sys-admin/audit-log', glyph: 'history' },
    ],
  },
]

/** The groups of a section; the sidebar itself draws the team's own section, with its collections. */
export function menuOf(section: Section, teamId: number | null, standing: TeamStanding | null): MenuGroup[] {
  if (section === 'sysAdmin') return sysAdmin
  if (section === 'team' || teamId === null) return []
  const [groups, base] = section === 'admin' ? [admin, 'admin'] : [messages, 'outgoing-messages']
  return groups
    .map(({ heading, places }) => ({
      heading,
      entries: places
        .filter((place) => !place.needs || (standing !== null && hasPermission(standing, place.needs)))
        .map(({ label, path, glyph }) => ({ label, glyph, url: `/team-${teamId}/${base}/${path}` })),
    }))
    .filter((group) => group.entries.length > 0)
}

/**
 * Which menu to show after a navigation (spec section 4): on a record's pages the menu stays as it is while the
 * record was reached from a search.
 */
export function nextSection(
  before: Section,
  page: { section?: Section; name: string },
  isFromSearch: boolean,
): Section {
  if (isFromSearch && page.name.startsWith('root.team.dataRecord')) return before
  return page.section ?? 'team'
}
