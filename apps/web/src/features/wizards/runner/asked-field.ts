/** Fields as runs send them, for the app's own editors and cells. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { PublicField } from '@muster/contract/views/views.schema'
import type { AskedField } from '@muster/contract/wizards/runs.schema'

/** Titles and help texts come in the run's language, so there are no translations. */
const absent = {
  dataCollectionId: 0,
  titleTranslations: {},
  description: '',
  descriptionTranslations: {},
  isUnique: false,
  defaultValue: null,
  rank: 0,
  deletedAt: null,
  displayedInViews: [],
} satisfies Partial<DataField>

/** A field to fill in. */
export const dataFieldOf = ({ mayPrefill: _, ...asked }: AskedField): DataField => ({
  ...absent,
  ...asked,
  canUpdate: true,
})

/** A field to read. */
export const shownFieldOf = (field: PublicField): DataField => ({
  ...absent,
  ...field,
  helpText: '',
  isRequired: false,
  canUpdate: false,
})
