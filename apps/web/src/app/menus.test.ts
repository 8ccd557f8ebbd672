import type { FeaturePermission } from '@muster/contract/roles/permissions'
import { expect, test } from 'vitest'
import { crumbsOf } from './crumbs.ts'
import { menuOf, nextSection } from './menus.ts'

const urls = (...groups: ReturnType<typeof menuOf>) =>
  groups.flatMap((group) => group.entries.map((entry) => entry.url.replace('/team-1/admin/', '')))

test('the admin menu shows what the user may open', () => {
  const admin = menuOf('admin', 1, { isTeamAdmin: true, featurePermissions: [] })
  expect(admin.map((group) => group.heading)).toEqual([
    'shell:nav.atAGlance',
    'shell:nav.teamManagement',
    'shell:nav.dataManagement',
  ])
  expect(urls(...admin)).toEqual([
    'dashboard',
    'account',
    'message-senders',
    'message-subjects',
    'message-suppressions',
    'users',
    'user-roles',
    'audit-log',
    'integrations',
    'data-collections',
    'custom-lists',
    'data-wizards',
  ])
  const users = menuOf('admin', 1, { isTeamAdmin: false, featurePermissions: ['team_admin_users'] })
  expect(urls(...users)).toEqual(['dashboard', 'users'])
  const program = menuOf('admin', 1, { isTeamAdmin: false, featurePermissions: ['integrations_zapier'] })
  expect(urls(...program)).toEqual(['integrations'])
})

test('the menu of messages shows templates to those who may edit them', () => {
  const paths = (permissions: FeaturePermission[]) =>
    menuOf('messages', 1, { isTeamAdmin: false, featurePermissions: permissions }).flatMap(({ entries }) =>
      entries.map(({ url }) => url.replace('/team-1/outgoing-messages/', '')),
    )
  const lists = ['dashboard', 'drafts', 'scheduled', 'sent', 'archived']
  expect(paths([])).toEqual([])
  expect(paths(['outgoing_messages_user_sms'])).toEqual(lists)
  expect(paths(['outgoing_messages_templates'])).toEqual([
    ...lists,
    'templates-drafts',
    'templates-published',
    'templates-archived',
  ])
})

test('a record reached by search keeps the menu that was shown', () => {
  expect(nextSection('messages', { name: 'root.team.dataRecord.home' }, true)).toBe('messages')
  expect(nextSection('messages', { name: 'root.team.dataRecord.home' }, false)).toBe('team')
  expect(nextSection('messages', { name: 'root.team.dashboard' }, true)).toBe('team')
  expect(nextSection('team', { name: 'root.team.admin.users', section: 'admin' }, false)).toBe('admin')
})

test('breadcrumbs have links only where the ids are known', () => {
  const t = (key: string) => key
  expect(
    crumbsOf(
      ['team', 'collections', 'collection'],
      { teamId: '1', dataCollectionId: '4' },
      { team: 'Office', collection: 'Senators' },
      t,
    ),
  ).toEqual([
    { label: 'Office', url: '/team-1/dashboard' },
    { label: 'shell:nav.dataCollections', url: '/team-1/data-collections' },
    { label: 'Senators', url: '/team-1/data-collections/4/records' },
  ])
  expect(crumbsOf(['collection'], { teamId: '1' }, {}, t)).toEqual([{ label: 'shell:title.collection' }])
  expect(crumbsOf(['team'], {}, {}, t)).toEqual([{ label: 'shell:nav.teamDashboard' }])
})
