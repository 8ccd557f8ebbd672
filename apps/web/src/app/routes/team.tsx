/** Routes of a team outside its administration and messages, all under /team-{teamId}. */
import { createRoute } from '@tanstack/react-router'
import * as bookmarks from '../../features/bookmarks/routes.tsx'
import * as collections from '../../features/collections/routes.tsx'
import * as duplicates from '../../features/duplicates/routes.tsx'
import * as imports from '../../features/imports/routes.tsx'
import * as lists from '../../features/lists/routes.tsx'
import * as projects from '../../features/projects/routes.tsx'
import * as records from '../../features/records/routes.tsx'
import * as search from '../../features/search/routes.tsx'
import * as teams from '../../features/teams/routes.tsx'
import * as users from '../../features/users/routes.tsx'
import * as wizards from '../../features/wizards/runner/routes.tsx'
import { RecordNotFound } from '../screens/NotFound.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const common = { access: 'team', trail: ['team'] } as const
const team = areaOf(() => teamRoute, '', 'root.team', common)
const collection = areaOf(() => teamRoute, 'data-collections/$dataCollectionId', 'root.team.dataCollection', {
  ...common,
  trail: ['team', 'collections', 'collection'],
})
const list = areaOf(() => teamRoute, 'custom-lists/$dataCollectionId', 'root.team.customList', common)
const wizard = areaOf(() => teamRoute, 'wizards/$dataWizardId', 'root.team.dataWizard', {
  ...common,
  trail: ['team', 'wizards'],
})

/** Layout: the record's header and tabs, then one of the pages below. */
const dataRecord = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-records/$dataRecordId',
  staticData: { ...common, name: 'root.team.dataRecord' },
  component: records.RecordPage,
  notFoundComponent: RecordNotFound,
})

const record = areaOf(() => dataRecord, '', 'root.team.dataRecord', common)

export const teamRoutes = [
  team.entry('/', '', '/team-{$teamId}/dashboard'),
  team.page('dashboard', 'dashboard', teams.TeamDashboard, 'shell:nav.teamDashboard', { trail: undefined }),
  team.page('projects', 'projects', projects.Projects, 'shell:nav.projects'),
  team.page('bookmarked', 'bookmarked', bookmarks.Bookmarked, 'shell:nav.bookmarked'),
  team.page('recent', 'recent', search.RecentlyChanged, 'shell:nav.recent'),
  team.page('data-collections', 'dataCollections', collections.CollectionList, 'shell:nav.dataCollections'),
  collection.entry('', '', '/team-{$teamId}/data-collections/$dataCollectionId/records'),
  collection.page('/records', 'records', records.CollectionRecords, 'shell:title.records', {
    trail: ['team', 'collections'],
  }),
  collection.page('/import', 'import', imports.ImportRecords, 'shell:title.import'),
  collection.page('/duplicates', 'duplicates', duplicates.Duplicates, 'shell:title.duplicates'),
  team.page('custom-lists', 'customLists', lists.CustomLists, 'shell:nav.customLists'),
  list.entry('', '', '/team-{$teamId}/custom-lists/$dataCollectionId/list-items'),
  list.page('/list-items', 'listItems', lists.CustomListItems, 'shell:title.listItems', {
    trail: ['team', 'customLists'],
  }),
  team.entry('user', 'user', '/team-{$teamId}/user/preferences'),
  team.page('user/preferences', 'user.preferences', users.Preferences, 'shell:nav.userPreferences'),
  team.page('wizards', 'dataWizards', wizards.Wizards, 'shell:nav.wizards'),
  wizard.page('', '', wizards.TeamRun, 'shell:title.wizard'),
  wizard.page('/step-{$wizardStepId}', 'step', wizards.TeamRun, 'shell:title.wizard'),
  dataRecord.addChildren([
    record.page('/', 'home', records.RecordHome, 'shell:title.record'),
    record.page('tab-{$dataCardGroupId}', 'tab', records.RecordTab, 'shell:title.record'),
    record.page('all-fields', 'allFields', records.RecordAllFields, 'shell:title.allFields'),
  ]),
] as const
