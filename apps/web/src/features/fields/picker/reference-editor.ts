/** The list that opens for a choice; visitors load it where choices are not spread out. */
import { late } from '../../../lib/late.ts'

export const referenceEditor = late(() => import('./ReferenceEditor.tsx'))
