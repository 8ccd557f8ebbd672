/** Routes of one collection's administration: its tabs. */
import { createRoute } from '@tanstack/react-router'
import * as cards from '../../features/cards/routes.tsx'
import * as collections from '../../features/collections/routes.tsx'
import * as fields from '../../features/fields/routes.tsx'
import * as views from '../../features/views/routes.tsx'
import * as wizards from '../../features/wizards/routes.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

export const collectionAccess = ['team_admin_data_collections'] as const

const common = {
  access: collectionAccess,
  trail: ['team', 'admin', 'adminCollections'],
  section: 'admin',
} as const

/** Layout: the collection's header and tabs, then one of the pages below. */
const dataCollection = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-collections/$dataCollectionId',
  staticData: { ...common, name: 'root.team.admin.dataCollection' },
  component: collections.CollectionAdmin,
})

const tabs = areaOf(() => dataCollection, '', 'root.team.admin.dataCollection', { ...common, isTab: true })

export const adminCollectionRoute = dataCollection.addChildren([
  tabs.entry('/', 'index', '/team-{$teamId}/admin/data-collections/$dataCollectionId/details'),
  tabs.page('details', 'details', collections.CollectionDetails, 'shell:title.details'),
  tabs.page('data-fields', 'dataFields', fields.CollectionFields, 'shell:title.dataFields'),
  tabs.page('data-cards', 'dataCards', cards.DataCards, 'shell:title.dataCards'),
  tabs.page('data-card-groups', 'dataCardGroups', cards.DataCardGroups, 'shell:title.dataCardGroups'),
  tabs.page('data-views', 'dataViews', views.DataViews, 'shell:title.dataViews'),
  tabs.page('data-wizards', 'dataWizards', wizards.CollectionWizards, 'shell:nav.dataWizards'),
  tabs.page('website-widgets', 'websiteWidgets', views.WebsiteWidgets, 'shell:title.websiteWidgets'),
])
