/** Routes of a team outside its administration and messages, all under /team-{teamId}. */
import { createRoute, redirect } from '@tanstack/react-router'
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
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { RecordNotFound } from '../screens/NotFound.tsx'
import { teamRoute } from './shell.tsx'

const teamIndex = createRoute({
  getParentRoute: () => teamRoute,
  path: '/',
  staticData: { name: 'root.team', access: 'team' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/dashboard', params })
  },
})

const dashboard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'dashboard',
  staticData: { name: 'root.team.dashboard', access: 'team', title: 'shell:nav.teamDashboard' },
  component: teams.TeamDashboard,
})

const projectsRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: 'projects',
  staticData: {
    name: 'root.team.projects',
    access: 'team',
    title: 'shell:nav.projects',
    trail: ['team'],
  },
  component: projects.Projects,
})

const bookmarked = createRoute({
  getParentRoute: () => teamRoute,
  path: 'bookmarked',
  staticData: {
    name: 'root.team.bookmarked',
    access: 'team',
    title: 'shell:nav.bookmarked',
    trail: ['team'],
  },
  component: bookmarks.Bookmarked,
})

const recent = createRoute({
  getParentRoute: () => teamRoute,
  path: 'recent',
  staticData: {
    name: 'root.team.recent',
    access: 'team',
    title: 'shell:nav.recent',
    empty: 'shell:empty.recent',
    glyph: 'clock',
    trail: ['team'],
  },
  component: search.RecentlyChanged,
})

const dataCollections = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-collections',
  staticData: {
    name: 'root.team.dataCollections',
    access: 'team',
    title: 'shell:nav.dataCollections',
    empty: 'shell:empty.collections',
    glyph: 'table',
    trail: ['team'],
  },
  component: collections.CollectionList,
})

const dataCollection = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-collections/$dataCollectionId',
  staticData: { name: 'root.team.dataCollection', access: 'team' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/data-collections/$dataCollectionId/records', params })
  },
})

const dataRecords = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-collections/$dataCollectionId/records',
  staticData: {
    name: 'root.team.dataCollection.records',
    access: 'team',
    title: 'shell:title.records',
    empty: 'shell:empty.records',
    glyph: 'table',
    trail: ['team', 'collections'],
  },
  component: records.CollectionRecords,
})

const importRecords = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-collections/$dataCollectionId/import',
  staticData: {
    name: 'root.team.dataCollection.import',
    access: 'team',
    title: 'shell:title.import',
    empty: 'shell:empty.import',
    glyph: 'upload',
    trail: ['team', 'collections', 'collection'],
  },
  component: imports.ImportRecords,
})

const duplicateRecords = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-collections/$dataCollectionId/duplicates',
  staticData: {
    name: 'root.team.dataCollection.duplicates',
    access: 'team',
    title: 'shell:title.duplicates',
    empty: 'shell:empty.duplicates',
    glyph: 'copy',
    trail: ['team', 'collections', 'collection'],
  },
  component: duplicates.Duplicates,
})

const customLists = createRoute({
  getParentRoute: () => teamRoute,
  path: 'custom-lists',
  staticData: {
    name: 'root.team.customLists',
    access: 'team',
    title: 'shell:nav.customLists',
    empty: 'shell:empty.customLists',
    glyph: 'list',
    trail: ['team'],
  },
  component: lists.CustomLists,
})

const customList = createRoute({
  getParentRoute: () => teamRoute,
  path: 'custom-lists/$dataCollectionId',
  staticData: { name: 'root.team.customList', access: 'team' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/custom-lists/$dataCollectionId/list-items', params })
  },
})

const listItems = createRoute({
  getParentRoute: () => teamRoute,
  path: 'custom-lists/$dataCollectionId/list-items',
  staticData: {
    name: 'root.team.customList.listItems',
    access: 'team',
    title: 'shell:title.listItems',
    empty: 'shell:empty.listItems',
    glyph: 'list',
    trail: ['team', 'customLists'],
  },
  component: lists.CustomListItems,
})

const user = createRoute({
  getParentRoute: () => teamRoute,
  path: 'user',
  staticData: { name: 'root.team.user', access: 'team' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/user/preferences', params })
  },
})

const preferences = createRoute({
  getParentRoute: () => teamRoute,
  path: 'user/preferences',
  staticData: {
    name: 'root.team.user.preferences',
    access: 'team',
    title: 'shell:nav.userPreferences',
    trail: ['team'],
  },
  component: users.Preferences,
})

const wizard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'wizards/$dataWizardId',
  staticData: {
    name: 'root.team.dataWizard',
    access: 'team',
    title: 'shell:title.wizard',
    empty: 'shell:empty.wizard',
    glyph: 'wizard',
    trail: ['team'],
  },
  component: EmptyRoute,
})

const wizardStep = createRoute({
  getParentRoute: () => teamRoute,
  path: 'wizards/$dataWizardId/step-{$wizardStepId}',
  staticData: {
    name: 'root.team.dataWizard.step',
    access: 'team',
    title: 'shell:title.wizard',
    empty: 'shell:empty.wizard',
    glyph: 'wizard',
    trail: ['team'],
  },
  component: EmptyRoute,
})

/** Layout: the record's header and tabs, then one of the pages below. */
const dataRecord = createRoute({
  getParentRoute: () => teamRoute,
  path: 'data-records/$dataRecordId',
  staticData: { name: 'root.team.dataRecord', access: 'team', trail: ['team'] },
  component: records.RecordPage,
  notFoundComponent: RecordNotFound,
})

const recordHome = createRoute({
  getParentRoute: () => dataRecord,
  path: '/',
  staticData: {
    name: 'root.team.dataRecord.home',
    access: 'team',
    title: 'shell:title.record',
    empty: 'shell:empty.record',
    glyph: 'table',
    trail: ['team'],
  },
  component: records.RecordHome,
})

const recordTab = createRoute({
  getParentRoute: () => dataRecord,
  path: 'tab-{$dataCardGroupId}',
  staticData: {
    name: 'root.team.dataRecord.tab',
    access: 'team',
    title: 'shell:title.record',
    empty: 'shell:empty.record',
    glyph: 'table',
    trail: ['team'],
  },
  component: records.RecordTab,
})

const recordAllFields = createRoute({
  getParentRoute: () => dataRecord,
  path: 'all-fields',
  staticData: {
    name: 'root.team.dataRecord.allFields',
    access: 'team',
    title: 'shell:title.allFields',
    empty: 'shell:empty.record',
    glyph: 'table',
    trail: ['team'],
  },
  component: records.RecordAllFields,
})

export const teamRoutes = [
  teamIndex,
  dashboard,
  projectsRoute,
  bookmarked,
  recent,
  dataCollections,
  dataCollection,
  dataRecords,
  importRecords,
  duplicateRecords,
  customLists,
  customList,
  listItems,
  user,
  preferences,
  wizard,
  wizardStep,
  dataRecord.addChildren([recordHome, recordTab, recordAllFields]),
] as const
