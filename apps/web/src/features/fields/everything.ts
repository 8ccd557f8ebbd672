/** Gives all field types with their rules to those parts that visitors load piece by piece. */
import * as rules from './all-rules.ts'
import { provideTeamFacts } from './field-context.ts'
import { ReferenceEditor } from './picker/ReferenceEditor.tsx'
import { referenceEditor } from './picker/reference-editor.ts'
import { fieldRules } from './rules.ts'
import { useSelectedFacts } from './selected-facts.ts'
import { knowEditors } from './types/editors.ts'
import { fieldTypeUis } from './types/index.ts'

fieldRules.know(rules)
knowEditors(fieldTypeUis)
referenceEditor.know({ ReferenceEditor })
provideTeamFacts(useSelectedFacts)
