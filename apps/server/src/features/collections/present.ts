/** A collection as the API returns it to one caller. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { readableFields } from '../../engine/public.design.ts'
import { accessOf, type CollectionModel, canDesign, homeOf, type TeamModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'

export interface Count {
  total: number
  totalIsExact: boolean
}

export function presentCollection(
  model: TeamModel,
  teamUser: TeamUser,
  collection: CollectionModel,
  count?: Count,
): DataCollection {
  const home = homeOf(model, collection)
  const access = collection.deletedAt ? null : accessOf(model, teamUser, collection.id)
  return {
    id: collection.id,
    idTeam: model.teamId,
    idParentDataCollection: collection.parentId,
    idHomeDataCollection: home.id,
    name: collection.name,
    nameTranslations: collection.nameTranslations,
    pluralName: collection.pluralName,
    pluralNameTranslations: collection.pluralNameTranslations,
    description: collection.description,
    tableName: collection.tableName,
    icon: collection.icon,
    isSmartCollection: collection.isSmartCollection,
    // The filter names fields and values that not all readers may see.
    membershipDataFilter: canDesign(teamUser) ? collection.membershipDataFilter : null,
    isGloballySearchable: collection.isGloballySearchable,
    isShownInSidebar: collection.isShownInSidebar,
    isShownOnTeamDashboard: collection.isShownOnTeamDashboard,
    representsPeople: collection.representsPeople,
    membershipOrder: collection.membershipOrder,
    isBlueprint: collection.isBlueprint,
    blueprintMarketplacePrice: collection.blueprintMarketplacePrice,
    blueprintMarketplaceCurrency: collection.blueprintMarketplaceCurrency,
    isDeleted: collection.deletedAt !== null,
    IsInternalConfiguration: collection.isInternalConfiguration,
    IsUsedAsCustomList: collection.isUsedAsCustomList,
    recordsCanBePurchased: collection.recordsCanBePurchased,
    IdDataFieldDataObjectAvatar: home.avatarFieldId,
    IdDataFieldDataObjectName: home.nameFieldId,
    countDataObject: count?.total ?? null,
    countIsExact: count?.totalIsExact ?? false,
    // Wizards belong to a feature of their own.
    dataCollectionWizardLinks: [],
    DataFields: access ? readableFields({ model, caller: teamUser, access }) : [],
    createdAt: new Date(collection.createdAt).toISOString(),
    version: collection.version,
    // A smart collection has the members its filter matches; records are created in plain ones.
    canCreate: access !== null && access.updatable !== 'none' && !collection.isSmartCollection,
    canDelete: access !== null && access.deletable !== 'none',
  }
}
